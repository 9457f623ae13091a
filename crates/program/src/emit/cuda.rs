//! CUDA: one thread per state; entry k of state i of an argument is at `k * n + i`, so that
//! neighbouring threads read neighbouring numbers. Parameters are the same for all states.

use appell_algebra::Budget;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::c::{real, style};
use super::header::Arrangement;
use super::results::{place, results};
use super::statements::{STATEMENT, Statements};
use super::{File, Labels, Precision, arguments, header};
use crate::error::Error;
use crate::operation::{Function, Operation, Value};
use crate::program::{InputKind, Program};

pub(super) fn write(
    program: &Program,
    labels: &Labels,
    budget: &Budget,
) -> Result<Vec<File>, Error> {
    let (arguments, arrays) = (arguments(program), results(program, labels)?);
    let (name, real) = (&labels.name, real(labels.precision));
    let mut comment = header::lines(program, &arguments, &arrays, labels, Arrangement::FLAT)?;
    comment.push(String::new());
    comment.push("One thread per state. Entry k of state i is at k * n + i; entry k of the".into());
    comment.push("parameters, which all states share, is at k.".into());
    let pairs = sine_cosine_pairs(program);
    let (sincos, prelude) = match labels.precision {
        Precision::Single if !pairs.is_empty() => ("appell_sincosf", SHORT_SINES),
        _ => ("sincos", ""),
    };
    let statements = Statements::new(program, style(labels.precision), &arguments, &arrays, budget);
    let list: String =
        arguments.iter().map(|it| format!("const {real} *__restrict__ {}, ", it.name)).collect();
    let taken = arrays.iter().map(|it| format!("{real} *__restrict__ {}", it.name));
    let taken = taken.collect::<Vec<_>>().join(", ");
    let mut text = format!("/*\n{}*/\n\n", header::marked(&comment, " *"));
    text += prelude;
    text += &format!("extern \"C\" __global__ void {name}(size_t n, {list}{taken})\n{{\n");
    text += "    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;\n";
    text += "    if (i >= n) return;\n";
    for argument in &arguments {
        for &(place, input) in &argument.used {
            let at = match argument.kind {
                InputKind::Parameter => place.to_string(),
                _ => format!("{place} * n + i"),
            };
            let (word, input) = (&argument.name, statements.input(input));
            text += &format!("    const {real} {input} = {word}[{at}];\n");
        }
    }
    let mut meter = budget.meter();
    for (operation, kind) in program.operations.iter().enumerate() {
        meter.step(STATEMENT)?;
        let pair = pairs.get(&operation);
        if let Some(Some(pair)) = pair {
            let [sine, cosine] = pair.map(|index| statements.name(index));
            let angle = kind.operands().next().map_or(Ok(String::new()), |it| statements.value(it));
            text += &format!("    {real} {sine}, {cosine};\n");
            text += &format!("    {sincos}({}, &{sine}, &{cosine});\n", angle?);
        } else if pair.is_none() && !kind.is_given() {
            let (name, value) = (statements.name(operation), statements.expression(operation)?);
            text += &format!("    const {real} {name} = {value};\n");
        }
    }
    for output in 0..program.outputs.len() {
        let (array, place) = place(&arrays, output);
        text += &format!("    {array}[{place} * n + i] = {};\n", statements.output(output)?);
    }
    text += "}\n";
    Ok(vec![File { name: format!("{name}.cu"), text }])
}

/// Sine and cosine in single precision: to the nearest multiple of pi in two parts, then minimax
/// polynomials over -pi/2..pi/2. In absolute terms within 1.5e-7, as the library's are within 1e-7, by
/// a third of its instructions: kernels are bound by them. Angles beyond a million, where neighbouring
/// floats are 0.06 apart, take the library's way.
const SHORT_SINES: &str = "\
#ifndef APPELL_SINCOSF
#define APPELL_SINCOSF
static __device__ __noinline__ float appell_near(float x)
{
    float sine, cosine;
    sincosf(x, &sine, &cosine);
    return atan2f(sine, cosine);
}

static __device__ __forceinline__ void appell_sincosf(float x, float *sine, float *cosine)
{
    if (fabsf(x) > 1e6f) x = appell_near(x);
    const float shifted = fmaf(x, 0.318309886f, 12582912.0f);
    const int sign = (int)((unsigned)__float_as_int(shifted) << 31);
    const float turns = shifted - 12582912.0f;
    const float r = fmaf(turns, 8.74227766e-8f, fmaf(turns, -3.14159274f, x));
    const float z = r * r;
    float s = fmaf(2.5997508e-6f, z, -1.9806478e-4f);
    s = fmaf(s, z, 8.333015e-3f);
    s = fmaf(s, z, -1.6666657e-1f);
    s = fmaf(s * z, r, r);
    float c = fmaf(-2.6191145e-7f, z, 2.4769177e-5f);
    c = fmaf(c, z, -1.3888567e-3f);
    c = fmaf(c, z, 4.1666657e-2f);
    c = fmaf(c, z, -0.5f);
    c = fmaf(c, z, 1.0f);
    *sine = __int_as_float(__float_as_int(s) ^ sign);
    *cosine = __int_as_float(__float_as_int(c) ^ sign);
}
#endif

";

/// For every sine and cosine of the same angle, which one function gives: at the place of the
/// first both, at that of the second nothing.
fn sine_cosine_pairs(program: &Program) -> HashMap<usize, Option<[usize; 2]>, FxBuildHasher> {
    let mut by_angle: HashMap<Value, [Option<usize>; 2], FxBuildHasher> = HashMap::default();
    for (index, operation) in program.operations.iter().enumerate() {
        match operation {
            Operation::Call(Function::Sin, angle) => {
                by_angle.entry(*angle).or_default()[0] = Some(index);
            }
            Operation::Call(Function::Cos, angle) => {
                by_angle.entry(*angle).or_default()[1] = Some(index);
            }
            _ => {}
        }
    }
    let pairs = by_angle.into_values().filter_map(|[sine, cosine]| Some([sine?, cosine?]));
    let places = |pair: [usize; 2]| {
        let [first, second] = if pair[0] < pair[1] { pair } else { [pair[1], pair[0]] };
        [(first, Some(pair)), (second, None)]
    };
    pairs.flat_map(places).collect()
}
