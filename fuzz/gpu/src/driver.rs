//! The CUDA driver, loaded at run time. All unsafe code of this package is here.

#![allow(unsafe_code)]

use crate::exec::{Executor, Failure, Global, PhysicalLaunch, Program, Value};
use cudarc::driver::sys;
use std::ffi::{CString, c_char, c_void};
use std::ptr::null_mut;
use std::time::Duration;

/// A GPU with one stream. It is never given back: the process that holds it is short-lived, and after a fault nothing
/// could be.
#[derive(Debug)]
pub struct Gpu {
    name: String,
    stream: sys::CUstream,
    /// Where device memory lies, and how much there is: it stays where it is from one program to the next, so that
    /// addresses that kernels store can be compared.
    memory: sys::CUdeviceptr,
    capacity: usize,
}

/// A loaded module, unloaded at the end of its scope.
struct Module(sys::CUmodule);

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: the handle came from `cuModuleLoadDataEx`, and nothing runs any more: callers wait for the stream.
        // After a fault it fails, which changes nothing.
        let _ = unsafe { sys::cuModuleUnload(self.0) };
    }
}

/// Errors after which the context can still be used.
fn is_harmless(code: sys::CUresult) -> bool {
    use sys::CUresult as R;
    matches!(
        code,
        R::CUDA_ERROR_INVALID_VALUE
            | R::CUDA_ERROR_INVALID_IMAGE
            | R::CUDA_ERROR_INVALID_PTX
            | R::CUDA_ERROR_INVALID_SOURCE
            | R::CUDA_ERROR_INVALID_CLUSTER_SIZE
            | R::CUDA_ERROR_JIT_COMPILER_NOT_FOUND
            | R::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES
            | R::CUDA_ERROR_NO_BINARY_FOR_GPU
            | R::CUDA_ERROR_NOT_FOUND
            | R::CUDA_ERROR_NOT_SUPPORTED
            | R::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND
            | R::CUDA_ERROR_UNSUPPORTED_PTX_VERSION
    )
}

fn check(what: &str, code: sys::CUresult) -> Result<(), Failure> {
    if code == sys::CUresult::CUDA_SUCCESS {
        return Ok(());
    }
    let message = format!("{what}: {code:?}");
    Err(if is_harmless(code) { Failure::Refused(message) } else { Failure::Fault(message) })
}

impl Gpu {
    /// The first GPU.
    pub fn open() -> Result<Self, Failure> {
        // SAFETY: it only looks for the library.
        if !unsafe { sys::is_culib_present() } {
            return Err(Failure::Fault("there is no CUDA driver (libcuda.so)".into()));
        }
        let (mut device, mut context, mut stream) = (0, null_mut(), null_mut());
        let mut name = [0u8; 128];
        // SAFETY: the pointers are to locals that outlive the calls; each call uses only what the one before it gave,
        // and the first failure ends the sequence. `name` is as long as the driver is told.
        unsafe {
            check("cuInit", sys::cuInit(0))?;
            check("cuDeviceGet", sys::cuDeviceGet(&mut device, 0))?;
            let length = name.len() as i32;
            check("cuDeviceGetName", sys::cuDeviceGetName(name.as_mut_ptr().cast::<c_char>(), length, device))?;
            check("cuDevicePrimaryCtxRetain", sys::cuDevicePrimaryCtxRetain(&mut context, device))?;
            check("cuCtxSetCurrent", sys::cuCtxSetCurrent(context))?;
            let flags = sys::CUstream_flags::CU_STREAM_NON_BLOCKING as u32;
            check("cuStreamCreate", sys::cuStreamCreate(&mut stream, flags))?;
        }
        let name = name.split(|b| *b == 0).next().map(|n| String::from_utf8_lossy(n).into_owned()).unwrap_or_default();
        Ok(Gpu { name, stream, memory: 0, capacity: 0 })
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), Failure> {
        if bytes <= self.capacity {
            return Ok(());
        }
        let capacity = bytes.next_multiple_of(1 << 20);
        // SAFETY: the old memory came from `cuMemAlloc_v2`, and no kernel runs between programs.
        unsafe {
            if self.capacity > 0 {
                check("cuMemFree", sys::cuMemFree_v2(self.memory))?;
                self.capacity = 0;
            }
            check("cuMemAlloc", sys::cuMemAlloc_v2(&mut self.memory, capacity))?;
        }
        self.capacity = capacity;
        Ok(())
    }

    fn load(&self, code: &[u8], level: u32) -> Result<Module, Failure> {
        // PTX is a C string; a cubin knows its own length.
        let mut image = code.to_vec();
        image.push(0);
        let mut module = null_mut();
        let mut option = sys::CUjit_option::CU_JIT_OPTIMIZATION_LEVEL;
        let mut value = level as usize as *mut c_void;
        // SAFETY: the image ends in a zero byte, and outlives the call like all that is pointed to; this option's value
        // is a number in place of the pointer, as the driver wants it.
        let code = unsafe { sys::cuModuleLoadDataEx(&mut module, image.as_ptr().cast(), 1, &mut option, &mut value) };
        check("cuModuleLoadDataEx", code)?;
        Ok(Module(module))
    }

    /// Waits until the stream is empty, without a wait inside the driver.
    fn wait(&self) -> Result<(), Failure> {
        let mut spins = 0u32;
        loop {
            // SAFETY: the stream lives as long as the process.
            match unsafe { sys::cuStreamQuery(self.stream) } {
                sys::CUresult::CUDA_ERROR_NOT_READY => {}
                code => return check("the kernel", code),
            }
            spins += 1;
            if spins > 200 {
                std::thread::sleep(Duration::from_micros(100));
            }
        }
    }

    fn write(&self, to: sys::CUdeviceptr, bytes: &[u8]) -> Result<(), Failure> {
        // SAFETY: callers pass device memory of at least that length, and `bytes` outlives the wait.
        check("cuMemcpyHtoDAsync", unsafe {
            sys::cuMemcpyHtoDAsync_v2(to, bytes.as_ptr().cast(), bytes.len(), self.stream)
        })?;
        self.wait()
    }

    fn read(&self, from: sys::CUdeviceptr, length: usize) -> Result<Vec<u8>, Failure> {
        let mut bytes = vec![0u8; length];
        // SAFETY: callers pass device memory of at least that length, and `bytes` outlives the wait.
        check("cuMemcpyDtoHAsync", unsafe {
            sys::cuMemcpyDtoHAsync_v2(bytes.as_mut_ptr().cast(), from, length, self.stream)
        })?;
        self.wait()?;
        Ok(bytes)
    }

    fn global(&self, module: &Module, name: &str) -> Option<(sys::CUdeviceptr, usize)> {
        let name = CString::new(name).ok()?;
        let (mut address, mut size) = (0, 0usize);
        // SAFETY: the module is loaded, and the pointers are to locals that outlive the call.
        let code = unsafe { sys::cuModuleGetGlobal_v2(&mut address, &mut size, module.0, name.as_ptr()) };
        (code == sys::CUresult::CUDA_SUCCESS).then_some((address, size))
    }

    fn function(&self, module: &Module, launch: &PhysicalLaunch) -> Result<sys::CUfunction, Failure> {
        let name = CString::new(launch.function.as_str()).map_err(|e| Failure::Refused(e.to_string()))?;
        let mut function = null_mut();
        // SAFETY: the module is loaded, and the pointers are to locals that outlive the call.
        check("cuModuleGetFunction", unsafe { sys::cuModuleGetFunction(&mut function, module.0, name.as_ptr()) })?;
        if launch.dynamic > 48 << 10 {
            let attribute = sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            // SAFETY: the function belongs to a loaded module.
            check("cuFuncSetAttribute", unsafe {
                sys::cuFuncSetAttribute(function, attribute, launch.dynamic as i32)
            })?;
        }
        Ok(function)
    }

    fn launch(&self, function: sys::CUfunction, launch: &PhysicalLaunch) -> Result<(), Failure> {
        let bytes = launch.args.iter().map(|a| match a {
            Value::Address(offset) => (self.memory + *offset as u64).to_le_bytes().to_vec(),
            Value::Bytes(bytes) => bytes.clone(),
        });
        let mut bytes: Vec<Vec<u8>> = bytes.collect();
        let mut pointers: Vec<*mut c_void> = bytes.iter_mut().map(|b| b.as_mut_ptr().cast()).collect();
        let ([gx, gy, gz], [x, y, z]) = (launch.grid, launch.cta);
        let shared = launch.dynamic;
        // SAFETY: there is a pointer for every parameter, to at least as many bytes as it has: `bundle` checks both
        // against the kernel's declaration and a variant's last parameter is the launch descriptor. The driver copies
        // them before it returns.
        check("cuLaunchKernel", unsafe {
            let params = pointers.as_mut_ptr();
            sys::cuLaunchKernel(function, gx, gy, gz, x, y, z, shared, self.stream, params, null_mut())
        })
    }
}

impl Executor for Gpu {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn run(&mut self, program: &Program<'_>) -> Result<crate::exec::Output, Failure> {
        self.reserve(program.memory.len().max(1))?;
        let module = self.load(program.code, program.level)?;
        let places: Vec<_> = program.globals.iter().map(|name| self.global(&module, name)).collect();
        let read = |place: &Option<(u64, usize)>| place.map(|(at, size)| self.read(at, size)).transpose();
        let before: Vec<_> = places.iter().map(read).collect::<Result<_, _>>()?;
        if !program.memory.is_empty() {
            self.write(self.memory, program.memory)?;
        }
        let functions: Vec<_> = program.launches.iter().map(|l| self.function(&module, l)).collect::<Result<_, _>>()?;
        for (function, launch) in functions.into_iter().zip(program.launches) {
            let launched = self.launch(function, launch);
            if launched.is_err() {
                // What is in flight must end before the module goes.
                self.wait()?;
            }
            launched?;
        }
        self.wait()?;
        let memory = if program.memory.is_empty() { Vec::new() } else { self.read(self.memory, program.memory.len())? };
        let after: Vec<_> = places.iter().map(read).collect::<Result<_, _>>()?;
        let globals = before.into_iter().zip(after).map(|(b, a)| Some(Global { before: b?, after: a? })).collect();
        Ok(crate::exec::Output { memory, globals })
    }
}
