//! Functions that XLA, the compiler behind JAX, calls itself: a handler by its foreign function interface.
//!
//! The structures are those of `xla/ffi/api/c_api.h`, which comes with JAX, version 0.1 to 0.3 of the
//! interface; only fields that all of them have are read. One handler serves all functions: the attribute
//! `function` says which one is meant.

#![allow(unsafe_code, reason = "XLA calls through C: each block says why it is sound")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;
use std::sync::{Mutex, PoisonError};

use appell::program::{Column, Compiled};
use pyo3::ffi::PyCapsule_New;
use pyo3::prelude::*;

/// A function as the handler needs it.
#[derive(Clone)]
struct Entry {
    compiled: Compiled,
    /// How many entries each argument has, for one state.
    arguments: Vec<usize>,
    outputs: usize,
}

/// All functions that were handed to XLA, by number. Programs of XLA's may live as long as the process,
/// so none is taken out again.
static FUNCTIONS: Mutex<Vec<Entry>> = Mutex::new(Vec::new());

/// Makes a function known to the handler; its number.
pub(crate) fn register(compiled: Compiled, arguments: Vec<usize>, outputs: usize) -> usize {
    let mut functions = FUNCTIONS.lock().unwrap_or_else(PoisonError::into_inner);
    functions.push(Entry { compiled, arguments, outputs });
    functions.len() - 1
}

#[repr(C)]
struct Extension {
    size: usize,
    kind: c_int,
    next: *mut Extension,
}

#[repr(C)]
struct Version {
    size: usize,
    extension: *mut Extension,
    major: c_int,
    minor: c_int,
}

#[repr(C)]
struct Metadata {
    size: usize,
    version: Version,
    traits: u32,
}

#[repr(C)]
struct MetadataExtension {
    base: Extension,
    metadata: *mut Metadata,
}

#[repr(C)]
struct ErrorArguments {
    size: usize,
    extension: *mut Extension,
    message: *const c_char,
    code: c_int,
}

#[repr(C)]
struct Api {
    size: usize,
    extension: *mut Extension,
    version: Version,
    internal: *const c_void,
    create_error: extern "C" fn(*mut ErrorArguments) -> *mut c_void,
}

#[repr(C)]
struct Buffer {
    size: usize,
    extension: *mut Extension,
    kind: c_int,
    data: *mut c_void,
    rank: i64,
    extents: *const i64,
}

#[repr(C)]
struct Values {
    size: usize,
    extension: *mut Extension,
    count: i64,
    kinds: *const c_int,
    values: *const *const Buffer,
}

#[repr(C)]
struct Span {
    text: *const c_char,
    length: usize,
}

#[repr(C)]
struct Scalar {
    kind: c_int,
    value: *const c_void,
}

#[repr(C)]
struct Attributes {
    size: usize,
    extension: *mut Extension,
    count: i64,
    kinds: *const c_int,
    names: *const *const Span,
    values: *const *const Scalar,
}

#[repr(C)]
struct CallFrame {
    size: usize,
    extension: *mut Extension,
    api: *const Api,
    context: *mut c_void,
    stage: c_int,
    arguments: Values,
    results: Values,
    attributes: Attributes,
}

const METADATA: c_int = 1;
const SCALAR: c_int = 3;
const EXECUTE: c_int = 3;
const S64: c_int = 5;
const F32: c_int = 11;
const F64: c_int = 12;
const INVALID_ARGUMENT: c_int = 3;

/// The handler as a capsule, as `jax.ffi.register_ffi_target` takes it.
pub(crate) fn capsule(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    const NAME: &CStr = c"xla._CUSTOM_CALL_TARGET";
    let handler: extern "C" fn(*mut CallFrame) -> *mut c_void = handle;
    // SAFETY: the pointer is that of a function, which is never freed; the name is static; a null result
    // is turned into the exception that Python set.
    unsafe {
        let capsule = PyCapsule_New(handler as *mut c_void, NAME.as_ptr(), None);
        Bound::from_owned_ptr_or_err(py, capsule)
    }
}

extern "C" fn handle(frame: *mut CallFrame) -> *mut c_void {
    // SAFETY: XLA calls with a frame that is valid during the call and that nobody else uses. Its fields
    // up to `attributes` exist in all versions of the interface that are accepted.
    let frame = unsafe { &mut *frame };
    if describes(frame) {
        return ptr::null_mut();
    }
    if frame.stage != EXECUTE {
        return ptr::null_mut();
    }
    // a panic must not leave a function that C called
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| execute(frame)));
    match result {
        Ok(Ok(())) => ptr::null_mut(),
        Ok(Err(message)) => failure(frame, message),
        Err(_) => failure(frame, c"internal error; this is a fault of Appell, please report it"),
    }
}

/// Answers where XLA asks only by which version of the interface the handler was made.
fn describes(frame: &CallFrame) -> bool {
    let extension = frame.extension;
    // SAFETY: an extension is null or valid during the call, and one of this kind is a metadata extension.
    unsafe {
        if extension.is_null() || (*extension).kind != METADATA {
            return false;
        }
        let metadata = (*extension.cast::<MetadataExtension>()).metadata;
        (*metadata).version.major = 0;
        (*metadata).version.minor = 1;
    }
    true
}

fn failure(frame: &CallFrame, message: &CStr) -> *mut c_void {
    let mut arguments = ErrorArguments {
        size: size_of::<ErrorArguments>(),
        extension: ptr::null_mut(),
        message: message.as_ptr(),
        code: INVALID_ARGUMENT,
    };
    // SAFETY: XLA gives its own functions in every frame; the message is copied by it.
    unsafe { ((*frame.api).create_error)(&raw mut arguments) }
}

/// The number of the function, from the attribute.
fn number(attributes: &Attributes) -> Option<usize> {
    for k in 0..usize::try_from(attributes.count).ok()? {
        // SAFETY: the three arrays have `count` entries, a name as many bytes as its length, and a scalar
        // attribute of this kind points to a 64-bit integer.
        unsafe {
            let name = &**attributes.names.add(k);
            let text = std::slice::from_raw_parts(name.text.cast::<u8>(), name.length);
            if text == b"function" && *attributes.kinds.add(k) == SCALAR {
                let scalar = &**attributes.values.add(k);
                if scalar.kind == S64 {
                    return usize::try_from(*scalar.value.cast::<i64>()).ok();
                }
            }
        }
    }
    None
}

/// The buffers of arguments or results.
fn buffers(values: &Values) -> Vec<&Buffer> {
    let count = usize::try_from(values.count).unwrap_or(0);
    // SAFETY: there are `count` pointers, each to a buffer that is valid during the call; buffers are the
    // only kind of arguments and results that the interface has.
    (0..count).map(|k| unsafe { &**values.values.add(k) }).collect()
}

impl Buffer {
    fn extents(&self) -> &[i64] {
        match usize::try_from(self.rank) {
            // SAFETY: a buffer has as many extents as its rank says.
            Ok(rank) if rank > 0 => unsafe { std::slice::from_raw_parts(self.extents, rank) },
            _ => &[],
        }
    }

    fn count(&self) -> usize {
        self.extents().iter().map(|&extent| usize::try_from(extent).unwrap_or(0)).product()
    }

    /// Its numbers as doubles; those of single precision are converted.
    fn doubles(&self) -> Option<std::borrow::Cow<'_, [f64]>> {
        let count = self.count();
        if count == 0 {
            return Some(Vec::new().into());
        }
        match self.kind {
            // SAFETY: the buffer holds `count` numbers of this kind, aligned as XLA aligns all buffers
            // (64 bytes), and nobody writes to arguments during the call.
            F64 => {
                Some(unsafe { std::slice::from_raw_parts(self.data.cast::<f64>(), count) }.into())
            }
            F32 => {
                // SAFETY: as above.
                let singles = unsafe { std::slice::from_raw_parts(self.data.cast::<f32>(), count) };
                Some(singles.iter().copied().map(f64::from).collect::<Vec<_>>().into())
            }
            _ => None,
        }
    }
}

fn execute(frame: &CallFrame) -> Result<(), &'static CStr> {
    let number = number(&frame.attributes).ok_or(c"the attribute `function` is missing")?;
    let functions = FUNCTIONS.lock().unwrap_or_else(PoisonError::into_inner);
    let entry = functions.get(number).cloned().ok_or(c"the function is unknown")?;
    drop(functions);
    let arguments = buffers(&frame.arguments);
    let results = buffers(&frame.results);
    let [result] = results[..] else { return Err(c"expected one result") };
    if arguments.len() != entry.arguments.len() {
        return Err(c"the function has another number of arguments");
    }
    let states = result.count().checked_div(entry.outputs).unwrap_or(0);
    if states.checked_mul(entry.outputs) != Some(result.count()) {
        return Err(c"the result has another shape");
    }
    if states == 0 {
        return Ok(());
    }
    let wrong_kind = c"expected arrays of float32 or float64";
    let numbers = arguments.iter().map(|buffer| buffer.doubles().ok_or(wrong_kind));
    let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
    let mut columns = Vec::new();
    for (values, &count) in numbers.iter().zip(&entry.arguments) {
        let step = match values.len() {
            length if length == count => 0,
            length if length == count * states => count,
            _ => return Err(c"an argument has another shape"),
        };
        columns.extend((0..count).map(|first| Column { values, first, step }));
    }
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let run = |outputs: &mut [f64]| {
        let run = entry.compiled.by_state(threads, states, &columns, outputs);
        run.map_err(|_| c"the arguments do not fit the function")
    };
    match result.kind {
        F64 => {
            // SAFETY: the result holds `count` doubles, which XLA lets nobody else use during the call and
            // which are no memory of the arguments: no aliasing is asked for.
            run(unsafe {
                std::slice::from_raw_parts_mut(result.data.cast::<f64>(), result.count())
            })
        }
        F32 => {
            let mut outputs = vec![0.0; result.count()];
            run(&mut outputs)?;
            // SAFETY: as above.
            let singles = unsafe {
                std::slice::from_raw_parts_mut(result.data.cast::<f32>(), result.count())
            };
            for (single, double) in singles.iter_mut().zip(outputs) {
                *single = double as f32;
            }
            Ok(())
        }
        _ => Err(wrong_kind),
    }
}
