//! Numbers with derivatives: velocities, accelerations, jerks, and slopes by a coordinate, without a further
//! formula.

use appell_diagnostic::broken_invariant;

use crate::scalar::{Field, Scalar};

/// A function of time, or of something else, by its derivatives at a place: x, x', x'', ... up to an order.
///
/// The derivatives themselves are kept, not the coefficients of the Taylor series: products then
/// need whole numbers only (Leibniz), and polynomials stay polynomials.
///
/// The derivatives may be functions of something else themselves, and are then of this type too: what is
/// written for any scalar is compiled for a plain one and for this one, whatever the depth.
///
/// ```
/// use appell_spatial::{Jet, Scalar};
///
/// let t = Jet::variable(3.0);
/// let cube = t.mul(&t).mul(&t);
/// assert_eq!(cube.derivative(1), Some(27.0));
/// // d/dx of d/dt of x t^2, at x = 5
/// let x = Jet::variable(Jet::constant(5.0));
/// let of_both = x.mul(&Jet::constant(t.mul(&t)));
/// let slope: Option<Jet<f64>> = of_both.derivative(1);
/// assert_eq!(slope.and_then(|slope| slope.derivative(1)), Some(6.0));
/// ```
#[derive(Clone, Debug)]
pub struct Jet<B>(Form<B>);

/// The functions over a scalar, which may be one itself.
pub type Varied<S> = Jet<<S as Scalar>::Base>;

#[derive(Clone, Debug)]
enum Form<B> {
    /// A constant that depends on nothing, at any depth.
    Plain(B),
    /// A constant whose value is a function of something else.
    Constant(Box<Jet<B>>),
    /// The value and the derivatives.
    Varying(Vec<Jet<B>>),
}

impl<B> Jet<B> {
    /// What depends on nothing.
    pub fn plain(value: B) -> Self {
        Self(Form::Plain(value))
    }

    /// The value of what depends on nothing.
    pub fn into_plain(self) -> B {
        match self.0 {
            Form::Plain(value) => value,
            _ => broken_invariant("a derivative of plain scalars that is not plain"),
        }
    }

    fn kept(value: Self) -> Self {
        match value.0 {
            Form::Plain(_) => value,
            _ => Self(Form::Constant(Box::new(value))),
        }
    }

    /// The value.
    fn head(&self) -> &Self {
        match &self.0 {
            Form::Plain(_) => self,
            Form::Constant(value) => value,
            Form::Varying(all) => &all[0],
        }
    }

    /// The derivatives from the first on; nothing: it is a constant.
    fn rates(&self) -> Option<&[Self]> {
        match &self.0 {
            Form::Plain(_) | Form::Constant(_) => None,
            Form::Varying(all) => Some(&all[1..]),
        }
    }
}

impl<B: Scalar<Base = B>> Jet<B> {
    /// The function of a value and these derivatives, from order 1.
    pub fn new<S: Scalar<Base = B>>(value: S, derivatives: impl IntoIterator<Item = S>) -> Self {
        let all = std::iter::once(value).chain(derivatives);
        Self(Form::Varying(all.map(S::into_jet).collect()))
    }

    /// What does not vary.
    pub fn constant<S: Scalar<Base = B>>(value: S) -> Self {
        Self::kept(value.into_jet())
    }

    /// The thing itself by which is differentiated, up to order 1.
    pub fn variable<S: Scalar<Base = B>>(value: S) -> Self {
        let one = value.integer(1);
        Self::new(value, [one])
    }

    /// The derivative of an order; nothing beyond what is kept.
    pub fn derivative<S: Scalar<Base = B>>(&self, order: usize) -> Option<S> {
        let found = match (order, self.rates()) {
            (0, _) => self.head().clone(),
            (_, None) => self.head().integer(0),
            (_, Some(rates)) => rates.get(order - 1)?.clone(),
        };
        Some(S::from_jet(found))
    }

    /// The derivative of an order that is kept.
    pub fn at<S: Scalar<Base = B>>(&self, order: usize) -> S {
        match self.derivative(order) {
            Some(derivative) => derivative,
            None => broken_invariant("a derivative is asked for that is not kept"),
        }
    }

    /// The first derivative.
    pub fn slope<S: Scalar<Base = B>>(&self) -> S {
        self.at(1)
    }

    /// The cosine and the sine of this angle, given those of its value:
    /// c' = -s x', s' = c x', and Leibniz for the higher ones.
    pub fn cos_sin<S: Scalar<Base = B>>(&self, cos: S, sin: S) -> (Self, Self) {
        let (cos, sin) = (cos.into_jet(), sin.into_jet());
        let Some(rates) = self.rates() else { return (Self::kept(cos), Self::kept(sin)) };
        let (mut c, mut s) = (vec![cos], vec![sin]);
        for n in 0..rates.len() {
            let next_sin = leibniz(&c, rates, n);
            c.push(leibniz(&s, rates, n).neg());
            s.push(next_sin);
        }
        (Self(Form::Varying(c)), Self(Form::Varying(s)))
    }

    /// r = 1/x, given that of its value: from r x = 1, of which all derivatives are zero, with Leibniz
    /// r^(n) = -r sum_{k=1}^{n} C(n, k) x^(k) r^(n-k).
    pub fn reciprocal_from<S: Scalar<Base = B>>(&self, of_value: S) -> Self {
        self.solved(of_value.into_jet(), |whole, known, n| {
            leibniz(whole, known, n).mul(&known[0]).neg()
        })
    }

    /// r = sqrt(x), given that of its value and one over it: from r r = x with Leibniz
    /// r^(n) = (x^(n) - sum_{k=1}^{n-1} C(n, k) r^(k) r^(n-k)) / (2 r).
    pub fn root_from<S: Scalar<Base = B>>(&self, of_value: S, inverse: S) -> Self {
        let inverse = inverse.into_jet();
        self.solved(of_value.into_jet(), |whole, known, n| {
            whole[n].sub(&leibniz(known, known, n)).mul(&inverse).over(2)
        })
    }

    /// A function by its value and a rule for its n-th derivative from those of this one and its own
    /// before, where the n-th itself stands as zero.
    fn solved(&self, value: Self, rule: impl Fn(&[Self], &[Self], usize) -> Self) -> Self {
        let Some(rates) = self.rates() else { return Self::kept(value) };
        let mut whole = vec![self.head().clone()];
        whole.extend_from_slice(rates);
        let mut known = vec![value];
        for n in 1..whole.len() {
            known.push(known[0].integer(0));
            known[n] = rule(&whole, &known, n);
        }
        Self(Form::Varying(known))
    }

    /// A sum or a difference; `second` is what the second summand is where the first has nothing.
    fn with(
        &self,
        other: &Self,
        both: fn(&Self, &Self) -> Self,
        second: fn(&Self) -> Self,
    ) -> Self {
        let value = both(self.head(), other.head());
        let rates = match (self.rates(), other.rates()) {
            (None, None) => return Self::kept(value),
            (Some(first), None) => first.to_vec(),
            (None, Some(other)) => other.iter().map(second).collect(),
            (Some(first), Some(other)) => {
                first.iter().zip(other).map(|(a, b)| both(a, b)).collect()
            }
        };
        let mut all = vec![value];
        all.extend(rates);
        Self(Form::Varying(all))
    }

    /// The same done to the value and to every derivative.
    fn each(&self, change: &dyn Fn(&Self) -> Self) -> Self {
        match &self.0 {
            Form::Varying(all) => Self(Form::Varying(all.iter().map(change).collect())),
            _ => Self::kept(change(self.head())),
        }
    }
}

/// The n-th derivative of a product, by those of its factors.
fn leibniz<S: Scalar>(a: &[S], b: &[S], n: usize) -> S {
    let mut sum = a[0].mul(&b[n]);
    let mut binomial = 1i64;
    for k in 1..=n {
        binomial = binomial * (n + 1 - k) as i64 / k as i64;
        let product = a[k].mul(&b[n - k]);
        sum = sum.add(&match binomial {
            1 => product,
            _ => product.mul(&product.integer(binomial)),
        });
    }
    sum
}

impl<B: Scalar<Base = B>> Scalar for Jet<B> {
    type Base = B;

    fn into_jet(self) -> Self {
        self
    }

    fn from_jet(jet: Self) -> Self {
        jet
    }

    fn integer(&self, value: i64) -> Self {
        match &self.0 {
            Form::Plain(plain) => Self::plain(plain.integer(value)),
            _ => self.head().integer(value),
        }
    }

    fn add(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (Form::Plain(a), Form::Plain(b)) => Self::plain(a.add(b)),
            _ => self.with(other, Self::add, Self::clone),
        }
    }

    fn sub(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (Form::Plain(a), Form::Plain(b)) => Self::plain(a.sub(b)),
            _ => self.with(other, Self::sub, Self::neg),
        }
    }

    fn mul(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (Form::Plain(a), Form::Plain(b)) => Self::plain(a.mul(b)),
            (Form::Varying(a), Form::Varying(b)) => {
                let kept = a.len().min(b.len());
                Self(Form::Varying((0..kept).map(|n| leibniz(a, b, n)).collect()))
            }
            (_, Form::Varying(_)) => other.each(&|entry| self.head().mul(entry)),
            _ => self.each(&|entry| entry.mul(other.head())),
        }
    }

    fn neg(&self) -> Self {
        match &self.0 {
            Form::Plain(plain) => Self::plain(plain.neg()),
            _ => self.each(&Self::neg),
        }
    }

    fn over(&self, divisor: i64) -> Self {
        match &self.0 {
            Form::Plain(plain) => Self::plain(plain.over(divisor)),
            _ => self.each(&|entry| entry.over(divisor)),
        }
    }

    fn is_zero(&self) -> bool {
        match &self.0 {
            Form::Plain(plain) => plain.is_zero(),
            Form::Constant(value) => value.is_zero(),
            Form::Varying(all) => all.iter().all(Self::is_zero),
        }
    }
}

impl<B: Field<Base = B>> Field for Jet<B> {
    fn reciprocal(&self) -> Self {
        match &self.0 {
            Form::Plain(plain) => Self::plain(plain.reciprocal()),
            _ => self.reciprocal_from(self.head().reciprocal()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All derivatives of products, sums and reciprocals, by the polynomial and its derivatives.
    #[test]
    fn derivatives_of_a_quotient() {
        // x = 2 + t + 3 t^2, y = 1 - t^3 about t = 0: derivatives, not coefficients
        let x: Jet<f64> = Jet::new(2.0, [1.0, 6.0, 0.0]);
        let y: Jet<f64> = Jet::new(1.0, [0.0, 0.0, -6.0]);
        let quotient = y.mul(&x.reciprocal());
        let back = quotient.mul(&x).sub(&y);
        for order in 0..4 {
            assert!(back.derivative::<f64>(order).unwrap().abs() < 1e-12, "{order}");
        }
        // (1 - t^3)/(2 + t + 3 t^2) = 1/2 - t/4 - 5/8 t^2 + ...
        assert_eq!(quotient.derivative(1), Some(-0.25));
        assert_eq!(quotient.derivative(2), Some(-1.25));
        assert_eq!(quotient.derivative::<f64>(4), None);
    }

    /// A root is what its square says, in every derivative.
    #[test]
    fn derivatives_of_a_root() {
        let x: Jet<f64> = Jet::new(4.0, [1.0, 6.0, -2.0]);
        let root = x.root_from(2.0, 0.5);
        let back = root.mul(&root).sub(&x);
        for order in 0..4 {
            assert!(back.derivative::<f64>(order).unwrap().abs() < 1e-12, "{order}");
        }
        assert_eq!(root.derivative(1), Some(0.25));
        let fixed: Jet<f64> = Jet::constant(9.0);
        assert_eq!(fixed.root_from(3.0, 1.0 / 3.0).derivative(1), Some(0.0));
    }

    /// Constants of every depth, between each other and with what varies.
    #[test]
    fn constants_have_no_derivatives() {
        let t: Jet<f64> = Jet::variable(4.0);
        let kept: Jet<f64> = Jet::constant(t.clone());
        let plain: Jet<f64> = Jet::constant(2.0);
        let x: Jet<f64> = Jet::variable(t.clone());
        for (sum, value, slope, by_x) in [
            (kept.add(&plain), 6.0, 1.0, 0.0),
            (plain.sub(&kept), -2.0, -1.0, 0.0),
            (kept.mul(&x), 16.0, 8.0, 4.0),
            (plain.sub(&x), -2.0, -1.0, -1.0),
            (x.mul(&plain).over(4), 2.0, 0.5, 0.5),
        ] {
            let of_t: Jet<f64> = sum.derivative(0).unwrap();
            assert_eq!((of_t.derivative(0), of_t.slope::<f64>()), (Some(value), slope));
            assert_eq!(sum.slope::<Jet<f64>>().derivative(0), Some(by_x));
        }
    }
}
