// Sums of heaps of one rule: moves, and who wins. A position is a list of heaps, none of them empty.

/** So many positions are looked at to decide a misère game. */
const MOST_POSITIONS = 40000;

class TooLarge extends Error {}

class Game {
  constructor({ moves, values, outcomes, largest }, misere) {
    Object.assign(this, { moves, values, misere, largest, sgKnown: !outcomes });
    this.decided = new Map();
  }

  /** What may replace a heap: for each move the heaps that it leaves. */
  options(heap) {
    if (this.moves.options) return this.moves.options[heap];
    return this.moves.amounts
      .filter((amount) => amount <= heap)
      .map((amount) => (amount === heap ? [] : [heap - amount]));
  }

  /** All moves of a position: {heap: its place, leaves}. Equal heaps have the same moves. */
  movesOf(position) {
    return position.flatMap((size, heap) => this.options(size).map((leaves) => ({ heap, leaves })));
  }

  after(position, { heap, leaves }) {
    return position.flatMap((size, place) => (place === heap ? leaves : [size]));
  }

  nimSum(position) {
    return position.reduce((sum, heap) => sum ^ this.values[heap], 0);
  }

  /** Whether who is to move wins: by the nim-sum, and in misère play by search. */
  wins(position) {
    return this.misere ? this.searched(position) : this.nimSum(position) !== 0;
  }

  searched(position) {
    const key = [...position].sort((a, b) => a - b).join();
    const known = this.decided.get(key);
    if (known !== undefined) return known;
    const moves = this.movesOf(position);
    const wins = moves.length === 0 || moves.some((move) => !this.searched(this.after(position, move)));
    if (this.decided.size >= MOST_POSITIONS) throw new TooLarge();
    this.decided.set(key, wins);
    return wins;
  }

  winningMoves(position) {
    return this.movesOf(position).filter((move) => !this.wins(this.after(position, move)));
  }

  /** A winning move, any of them; where there is none, one that leaves the most tokens, to make the game last. */
  best(position) {
    const winning = this.winningMoves(position);
    if (winning.length > 0) return winning[Math.floor(Math.random() * winning.length)];
    const tokens = ({ heap, leaves }) => leaves.reduce((sum, part) => sum + part, 0) - position[heap];
    return this.movesOf(position).reduce((best, move) => (tokens(move) > tokens(best) ? move : best));
  }
}
