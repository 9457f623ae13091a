//! Numbers with time derivatives: velocities, accelerations, jerks without a further formula.

use crate::scalar::Scalar;

/// A function of time by its derivatives at an instant: x, x', x'', ... up to an order.
///
/// The derivatives themselves are kept, not the coefficients of the Taylor series: products then
/// need whole numbers only (Leibniz), and polynomials stay polynomials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jet<S>(Vec<S>);

impl<S: Scalar> Jet<S> {
    /// The function of these derivatives, from order 0; there is at least the value.
    pub fn new(value: S, derivatives: impl IntoIterator<Item = S>) -> Self {
        Self(std::iter::once(value).chain(derivatives).collect())
    }

    /// A constant, with derivatives up to an order.
    pub fn constant(value: S, order: usize) -> Self {
        let zero = value.integer(0);
        Self::new(value, std::iter::repeat_n(zero, order))
    }

    /// The highest derivative that is kept.
    pub fn order(&self) -> usize {
        self.0.len() - 1
    }

    /// The derivative of an order; zero beyond what is kept is not known, so this is none.
    pub fn derivative(&self, order: usize) -> Option<&S> {
        self.0.get(order)
    }

    /// The value and all derivatives that are kept.
    pub fn derivatives(&self) -> &[S] {
        &self.0
    }

    /// The cosine and the sine of this angle, given those of its value:
    /// c' = -s x', s' = c x', and Leibniz for the higher ones.
    pub fn cos_sin(&self, cos: S, sin: S) -> (Self, Self) {
        let (mut c, mut s) = (vec![cos], vec![sin]);
        for n in 0..self.order() {
            let rates = &self.0[1..];
            let next_sin = leibniz(&c, rates, n);
            c.push(leibniz(&s, rates, n).neg());
            s.push(next_sin);
        }
        (Self(c), Self(s))
    }
}

/// The n-th derivative of a product, by those of its factors.
fn leibniz<S: Scalar>(a: &[S], b: &[S], n: usize) -> S {
    let mut binomial = 1i64;
    let mut sum = a[0].integer(0);
    for k in 0..=n {
        let product = a[k].mul(&b[n - k]);
        sum = sum.add(&match binomial {
            1 => product,
            _ => product.mul(&product.integer(binomial)),
        });
        binomial = binomial * (n - k) as i64 / (k as i64 + 1);
    }
    sum
}

impl<S: Scalar> Scalar for Jet<S> {
    fn integer(&self, value: i64) -> Self {
        Self::constant(self.0[0].integer(value), self.order())
    }

    fn add(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a.add(b)).collect())
    }

    fn sub(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a.sub(b)).collect())
    }

    fn mul(&self, other: &Self) -> Self {
        let order = self.order().min(other.order());
        Self((0..=order).map(|n| leibniz(&self.0, &other.0, n)).collect())
    }

    fn neg(&self) -> Self {
        Self(self.0.iter().map(S::neg).collect())
    }

    fn over(&self, divisor: i64) -> Self {
        Self(self.0.iter().map(|derivative| derivative.over(divisor)).collect())
    }

    fn is_zero(&self) -> bool {
        self.0.iter().all(S::is_zero)
    }
}
