use super::code;

#[test]
fn estimates_are_near() {
    for (text, n) in [
        ("0.3", 50),
        ("0.77", 50),
        ("0.77", 5000),
        ("4.0", 50),
        ("0.3F", 60),
        ("0.3F!", 60),
        ("80.0", 60),
        ("0.V", 60),
        ("0.*", 30),
        ("0.*", 45),
        ("0.*!", 100),
        ("0.*=", 1000),
        ("0.[3]", 500),
        ("0.[7]", 200),
        ("0.[03]", 500),
        ("0.{6}", 45),
        ("0.{20+}", 55),
        ("0.{6!}", 50),
        ("0.[0F]", 60),
        ("0.[*!]", 60),
    ] {
        let code = code(text);
        let mut count = 0u64;
        (0..=n).for_each(|heap| code.for_each_option(heap, &mut |_| count += 1));
        let (counted, about) = (count as f64 / (n + 1) as f64, code.about(n));
        assert!(
            counted / 5.0 <= about && about <= counted * 5.0,
            "{text} to {n}: {counted} counted, {about} estimated"
        );
    }
    for text in ["*.*", "0.[*]", "0.[V]", "0.[*=]", "0.{1000000}", "*00.[*!{5,6}]"] {
        for n in [0, 1, 2, 1 << 20, u64::MAX] {
            let about = code(text).about(n);
            assert!((0.0..=1e300).contains(&about), "{text} to {n}: {about}");
        }
    }
}

#[test]
fn words_say_the_rule() {
    for (text, words) in [
        ("0.3", "take 1, leaving exactly 0 or 1 heaps of what remains"),
        ("0.77", "take 1 or 2, leaving exactly 0, 1 or 2 heaps of what remains"),
        ("4.0", "split a heap into 2 without taking"),
        ("80.2", "add 1 to a heap and split it into 3; or take 1, leaving exactly 1 heap of what remains"),
        ("0.4!", "take 1, leaving exactly 2 unequal heaps of what remains"),
        ("*=.0", "split a heap into 2 or more equal heaps without taking"),
        ("0.*", "take 1, leaving any number of heaps of what remains"),
        ("*!.0", "split a heap into 2 or more heaps that are all different without taking"),
        ("0.{0,1,2!,3}", "take 1, leaving exactly 0, 1 or 3 heaps, or 2 unequal heaps of what remains"),
        ("0.{2?,3?}", "take 1, leaving exactly 2 or 3 heaps that are not all equal of what remains"),
        ("0.[3]", "take any number, leaving exactly 0 or 1 heaps of what remains"),
        ("0.30[03]", "take 1 or an even number from 4 on, leaving exactly 0 or 1 heaps of what remains"),
        (
            "0.7[03]",
            "take 1, leaving exactly 0, 1 or 2 heaps of what remains; \
             or take an odd number from 3 on, leaving exactly 0 or 1 heaps of what remains",
        ),
        ("0.[02022]", "take 2, 4, 5, 7, 9, 10, ... (and so on, by 5), leaving exactly 1 heap of what remains"),
        ("0.[002]", "take a multiple of 3, leaving exactly 1 heap of what remains"),
    ] {
        assert_eq!(code(text).in_words(), words, "{text}");
    }
}
