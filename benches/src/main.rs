//! t
#![allow(clippy::all, clippy::print_stdout, clippy::unwrap_used)]
mod recursion;
use appell_algebra::*;
fn main() {
    for _ in 0..5 {
    let symbols = Symbols::new();
    let limited = Limited::new(Budget::default());
    let t = std::time::Instant::now();
    let q = recursion::inverse_dynamics(&recursion::PUMA, &symbols, &limited).unwrap();
    let dt = t.elapsed();
    println!("{:?} {:?} total {}", dt, q.iter().map(|p| p.term_count()).collect::<Vec<_>>(), q.iter().map(|p| p.term_count()).sum::<usize>());
    }
    let symbols = Symbols::new();
    let b = Budget::default();
    let s: Vec<Poly> = ["x","y","z","w"].iter().map(|n| Poly::from(symbols.parameter(n).unwrap())).collect();
    let base = s.iter().fold(Poly::one(), |a,b| a+b);
    let f = base.checked_pow(15,&b).unwrap();
    let g = &f + &Poly::one();
    for _ in 0..5 {
    let t = std::time::Instant::now();
    let h = f.checked_mul(&g,&b).unwrap();
    println!("dense {:?} {}", t.elapsed(), h.term_count());
    }
}
