//! Machine words and big numbers give the same rationals.

use appell_algebra::{Error, Rational};
use dashu_int::IBig;
use dashu_ratio::RBig;
use proptest::prelude::*;

/// Integers of every length, with the edges of the machine word among them.
fn integer() -> impl Strategy<Value = i64> {
    prop_oneof![
        -20i64..20,
        any::<i64>(),
        any::<i32>().prop_map(i64::from),
        Just(i64::MIN),
        Just(i64::MAX),
        Just(i64::MIN + 1),
    ]
}

/// The same number twice: ours, and always big.
fn number() -> impl Strategy<Value = (Rational, RBig)> {
    (integer(), integer().prop_filter("no zero", |d| *d != 0)).prop_map(|(n, d)| {
        (Rational::new(n, d).unwrap(), RBig::from_parts_signed(IBig::from(n), IBig::from(d)))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn arithmetic_agrees_with_big_numbers((a, big_a) in number(), (b, big_b) in number(), (c, big_c) in number()) {
        let same = |ours: &Rational, big: &RBig| ours.to_string() == big.to_string();
        prop_assert!(same(&a, &big_a));
        prop_assert!(same(&(&a + &b), &(&big_a + &big_b)));
        prop_assert!(same(&(&a - &b), &(&big_a - &big_b)));
        prop_assert!(same(&(&a * &b), &(&big_a * &big_b)));
        prop_assert!(same(&-a.clone(), &-big_a.clone()));
        prop_assert!(same(&(&(&a * &b) + &c), &(&big_a * &big_b + &big_c)));
        prop_assert_eq!(a.cmp(&b), big_a.cmp(&big_b));
        prop_assert_eq!(a.to_f64(), big_a.to_f64().value());
        prop_assert!(same(&a.floor(), &RBig::from(big_a.floor())));
        if !b.is_zero() {
            prop_assert!(same(&a.checked_div(&b).unwrap(), &(&big_a / &big_b)));
        }
    }

    #[test]
    fn equal_numbers_have_one_representation((a, _) in number(), (b, _) in number()) {
        // a way through big numbers and back: structural equality must still hold
        let there = &(&a * &b) + &b;
        let back = &there - &b;
        if !b.is_zero() {
            prop_assert_eq!(back.checked_div(&b).unwrap(), a.clone());
        }
        prop_assert_eq!(a.to_string().parse::<Rational>().unwrap(), a);
    }

    #[test]
    fn squares_have_exact_roots((a, _) in number()) {
        prop_assert_eq!((&a * &a).sqrt(), Some(a.abs()));
        prop_assert_eq!(a.pow(3).unwrap(), &(&a * &a) * &a);
    }
}

#[test]
fn decimals_are_exact() {
    let read = |text: &str| text.parse::<Rational>();
    assert_eq!(read("0.1"), Rational::new(1, 10));
    assert_eq!(read("-1.5e-3"), Rational::new(-3, 2000));
    assert_eq!(read("2.5E2"), Ok(Rational::from(250)));
    assert_eq!(read("1.5/0.5"), Ok(Rational::from(3)));
    assert_eq!(read(".5"), Rational::new(1, 2));
    for bad in ["", ".", "-", "1e", "e5", "1/", "0x10", "1_000", "NaN", "inf", "1 2"] {
        assert!(matches!(read(bad), Err(Error::BadNumber { .. })), "{bad}");
    }
    assert_eq!(read("1/0"), Err(Error::DivisionByZero));
    assert!(matches!(read("1e999999999999"), Err(Error::NumberTooLong { .. })));
}

#[test]
fn powers_know_their_limits() {
    assert_eq!(Rational::ZERO.pow(-1), Err(Error::DivisionByZero));
    assert_eq!(Rational::ZERO.pow(0), Ok(Rational::ONE));
    assert_eq!(Rational::MINUS_ONE.pow(i32::MAX), Ok(Rational::MINUS_ONE));
    assert_eq!(Rational::MINUS_ONE.pow(i32::MIN), Ok(Rational::ONE));
    assert!(matches!(Rational::from(2).pow(i32::MAX), Err(Error::NumberTooLong { .. })));
    assert_eq!(Rational::new(2, 3).unwrap().pow(-2), Rational::new(9, 4));
}
