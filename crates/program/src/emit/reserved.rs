//! Words that generated code cannot use as names of values.
//!
//! A word that one language reserves is avoided in all, so that a value has the same name in every
//! language. Beside keywords these are names that our code uses itself, and those that a local value
//! cannot hide: macros of C, constructors of Rust.

/// The words of all languages.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    [C, CPP, CUDA, RUST, PYTHON, MATLAB, JULIA, OWN].into_iter().flat_map(str::split_whitespace)
}

/// Whether a name looks like a macro of C: capitals with a `_` between them, as in `M_PI`. Which of
/// them a platform defines is not known beforehand.
pub(super) fn looks_like_macro(name: &str) -> bool {
    name.contains('_') && !name.bytes().any(|byte| byte.is_ascii_lowercase())
}

/// Keywords up to C23 and of GNU C, macros and short functions of `math.h`, `stddef.h`, `stdint.h`.
const C: &str = "
    alignas alignof asm auto bool break case char const constexpr continue default do double else enum
    extern false float for fortran goto if inline int long nullptr register restrict return short
    signed sizeof static static_assert struct switch thread_local true typedef typeof typeof_unqual
    union unsigned void volatile while
    DOMAIN EOF HUGE I INFINITY LOG10E LOG2E LN10 LN2 MAXFLOAT NAN NULL OVERFLOW PLOSS SING TLOSS
    UNDERFLOW i386 linux offsetof unix vax
    acos asin atan atan2 cos cosf cosh drem exp exp2 expm1 fabs fabsf fdim floor fma fmax fmin fmod
    fpclassify frexp gamma hypot ilogb isfinite isgreater isgreaterequal isinf isless islessequal
    islessgreater isnan isnormal isunordered j0 j1 jn ldexp lgamma log log10 log1p log2 logb
    math_errhandling modf nan pow remainder rint round signbit signgam significand sin sincos sincosf
    sinf sinh sqrt sqrtf tan tanh tgamma trunc y0 y1 yn
    double_t float_t max_align_t ptrdiff_t size_t wchar_t";

const CPP: &str = "
    and and_eq atomic_cancel atomic_commit atomic_noexcept bitand bitor catch char16_t char32_t char8_t
    class co_await co_return co_yield compl concept const_cast consteval constinit contract_assert
    decltype delete dynamic_cast explicit export final friend import module mutable namespace new
    noexcept not not_eq operator or or_eq override private protected public reflexpr reinterpret_cast
    requires static_cast std synchronized template this throw try typeid typename using virtual xor
    xor_eq";

/// Names that the compiler gives a kernel, and vector types.
const CUDA: &str = "
    blockDim blockIdx clock clock64 dim3 gridDim threadIdx warpSize min max abs norm rsqrt sinpi cospi
    sincospi saturate double2 double3 double4 float2 float3 float4 int2 int3 int4 uint2 uint3 uint4
    cudaError_t cudaStream_t tex1D tex2D tex3D";

/// Keywords of all editions, and what the prelude has among values.
const RUST: &str = "
    abstract as async await become box break const continue crate do dyn else enum extern false final fn
    for gen if impl in let loop macro macro_rules match mod move mut override priv pub raw ref return
    safe self Self static struct super trait true try type typeof union unsafe unsized use virtual where
    while yield
    None Some Ok Err Box drop Functions F";

/// Keywords, soft keywords, and the builtins that tell most about a wrong name.
const PYTHON: &str = "
    False None True and as assert async await break case class continue def del elif else except exec
    finally for from global if import in is lambda match nonlocal not or pass print raise return try type
    while with yield
    abs all any bool bytes complex dict dir divmod eval filter float format hash help hex id input int
    iter len list map max min next object oct open ord pow range repr round set slice sorted str sum
    super tuple vars zip np numpy self";

/// Keywords of MATLAB and Octave, and names that mean something else without an assignment.
const MATLAB: &str = "
    __FILE__ __LINE__ arguments break case catch classdef continue do else elseif end end_try_catch
    end_unwind_protect endarguments endclassdef endenumeration endevents endfor endfunction endif
    endmethods endparfor endproperties endspmd endswitch endwhile enumeration events for function global
    if methods otherwise parfor persistent properties return spmd switch try until unwind_protect
    unwind_protect_cleanup while
    abs ans argn cos e end eps false i inf Inf j J nan NaN NA nargin nargout pi sign sin size sqrt true
    varargin varargout zeros";

const JULIA: &str = "
    abstract as baremodule begin break catch ccall const continue do else elseif end export false finally
    for function global if import in isa let local macro missing module mutable new nothing outer
    primitive public quote return struct true try type using var where while
    ARGS Base Core ENV Inf Main Missing NaN Nothing abs cos eval im include pi sign sin sqrt";

/// What the frame of our functions uses beside its arguments.
const OWN: &str = "out work n i";
