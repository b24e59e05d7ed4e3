//! The program of the textbooks: a table of i32, a visited array with the number of the heap that saw a value last, a
//! scan for the mex, one loop over the set.

pub fn textbook(moves: &[usize], n: usize) -> Vec<i32> {
    let size = n + 1;
    let mut values = vec![0i32; size];
    let mut visited = vec![-1i32; size + 1];
    for heap in 0..size {
        for &s in moves {
            if s > heap {
                break;
            }
            visited[values[heap - s] as usize] = heap as i32;
        }
        let mut mex = 0;
        while visited[mex] == heap as i32 {
            mex += 1;
        }
        values[heap] = mex as i32;
    }
    values
}
