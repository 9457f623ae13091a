"""Compiles every kernel of the current folder by NVRTC, the compiler of CUDA; no GPU is needed."""

import ctypes
import glob
import pathlib

import nvidia.cuda_nvrtc

[library] = glob.glob(str(pathlib.Path(nvidia.cuda_nvrtc.__path__[0]) / "lib" / "libnvrtc.so.*[0-9]"))
nvrtc = ctypes.CDLL(library)


def compile_kernels(source):
    """Fails with what the compiler says, warnings included."""
    program = ctypes.c_void_p()
    assert nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, b"all.cu", 0, None, None) == 0
    options = [b"--gpu-architecture=compute_80", b"--std=c++17"]
    end = nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
    size = ctypes.c_size_t()
    nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetProgramLog(program, log)
    assert end == 0 and not log.value, log.value.decode()[:3000]


kernels = sorted(glob.glob("*.cu"))
assert len(kernels) == 200
compile_kernels("".join(pathlib.Path(name).read_text() for name in kernels).encode())
