//! The library of an FMU, and its instances: the functions of both standards behind one type.
//!
//! FMI 2.0.4, sections 2.1 and 4.2; FMI 3.0.2, sections 2.2, 2.3 and 4.2. Unsafe blocks rely on the guarantees of the
//! standard: functions have the types of its headers, and an instance is used by one thread at a time.
#![allow(unsafe_code, reason = "functions of C are called")]

use crate::described::Described;
use crate::unpacked::Unpacked;
use crate::{Standard, Wrong, platform, wrong};
use libloading::Library;
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// `fmi2Fatal`, `fmi3Fatal`
const FATAL: c_int = 4;
/// Part of a step by which its end may miss the wanted one.
pub const STRAYED: f64 = 1e-6;

/// Last message of an FMU.
type Heard = Mutex<String>;

unsafe extern "C" {
    fn calloc(count: usize, size: usize) -> *mut c_void;
    fn free(memory: *mut c_void);
}

/// `fmi2CallbackFunctions`, whose logger takes any arguments behind the message.
#[derive(Clone, Copy)]
#[repr(C)]
struct Callbacks {
    logger: *const c_void,
    allocate: unsafe extern "C" fn(usize, usize) -> *mut c_void,
    free: unsafe extern "C" fn(*mut c_void),
    finished: *const c_void,
    environment: *mut c_void,
}

/// Keeps a message.
///
/// # Safety
/// The environment belongs to an instance, and the message is null or a text of C.
unsafe fn heard(environment: *mut c_void, message: *const c_char) {
    if environment.is_null() || message.is_null() {
        return;
    }
    // SAFETY: as promised by the caller.
    let (heard, message) = unsafe { (&*environment.cast::<Heard>(), CStr::from_ptr(message)) };
    *heard.lock().unwrap_or_else(PoisonError::into_inner) = message.to_string_lossy().into_owned();
}

unsafe extern "C" fn log3(environment: *mut c_void, status: c_int, _category: *const c_char, message: *const c_char) {
    if status != 0 {
        // SAFETY: as the module says.
        unsafe { heard(environment, message) };
    }
}

/// A logger of FMI 2.0. If the message is only `%s`, the logger reads the first argument behind it. On platforms that pass variadic arguments
/// differently (macOS on ARM), the message keeps its `%s`.
unsafe extern "C" fn log2(
    environment: *mut c_void,
    _instance: *const c_char,
    status: c_int,
    _category: *const c_char,
    message: *const c_char,
    first: *const c_char,
) {
    if status == 0 || message.is_null() {
        return;
    }
    // SAFETY: as the module says.
    unsafe {
        let is_text = CStr::from_ptr(message) == c"%s" && !cfg!(target_vendor = "apple");
        heard(environment, if is_text { first } else { message });
    }
}

/// An instance of an FMU.
pub struct Instance {
    library: &'static Loaded,
    version: Standard,
    pointer: *mut c_void,
    heard: Box<Heard>,
    /// They live as long as the instance.
    callbacks: Box<Callbacks>,
    unpacked: Arc<Unpacked>,
    /// State that is kept, as `GetFMUState` has returned it; null where none is.
    begin: *mut c_void,
}

// SAFETY: an instance may be used by any thread, one at a time (FMI 2.0.4, 2.1.1; FMI 3.0.2, 2.2.1).
unsafe impl Send for Instance {}

/// A library of an FMU that is loaded.
struct Loaded {
    /// Never unloaded: libraries leave destructors of threads behind.
    library: Library,
    /// Whether an instance has reported a fatal error, which ends all instances of the library (FMI 2.0.4 and 3.0.2,
    /// section 2.1.3 and 2.2.3).
    has_ended: AtomicBool,
}

/// A call that was not OK.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Failed {
    /// It is discarded.
    Discarded,
    /// It is refused.
    Refused,
    /// The library has told a fatal error, now or before.
    Ended,
    /// A step that ends at another time [s] than it should.
    Strayed { reached: f64, wanted: f64 },
}

type Simple = unsafe extern "C" fn(*mut c_void) -> c_int;
type StatePut = unsafe extern "C" fn(*mut c_void, *mut *mut c_void) -> c_int;
type StateCall = unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int;

/// The library of an FMU, which is loaded once for all FMUs with equal content.
fn library(unpacked: &Unpacked) -> Result<&'static Loaded, Wrong> {
    static LOADED: Mutex<BTreeMap<u128, &'static Loaded>> = Mutex::new(BTreeMap::new());
    let described = &unpacked.described;
    let own = [std::env::consts::ARCH, std::env::consts::OS];
    let (folder, ending) = platform(described.version, own)
        .ok_or_else(|| wrong(format!("FMI names no platform for {} on {}", own[0], own[1])))?;
    let path = unpacked
        .folder()
        .join("binaries")
        .join(&folder)
        .join(format!("{}.{ending}", described.identifier));
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(library) = loaded.get(&unpacked.hash) {
        return Ok(library);
    }
    if !path.exists() {
        return Err(wrong(format!(
            "it has no library for this platform, `binaries/{folder}/{}.{ending}`: export it for this platform",
            described.identifier
        )));
    }
    // SAFETY: a library of an FMU may do anything when it is loaded; whoever names an FMU trusts it.
    let library =
        unsafe { Library::new(&path) }.map_err(|reason| wrong(format!("its library cannot be loaded: {reason}")))?;
    let library: &'static Loaded = Box::leak(Box::new(Loaded {
        library,
        has_ended: AtomicBool::new(false),
    }));
    let _ = loaded.insert(unpacked.hash, library);
    Ok(library)
}

impl Instance {
    /// An instance for co-simulation, whose start values are not yet set.
    ///
    /// # Errors
    /// Returns an error if there is no library for this platform, or if the FMU makes no instance.
    pub fn new(unpacked: &Arc<Unpacked>) -> Result<Self, Wrong> {
        let library = library(unpacked)?;
        if library.has_ended.load(Ordering::Acquire) {
            return Err(wrong(
                "an instance of it has failed for good (a fatal error): start the program anew",
            ));
        }
        let described = &unpacked.described;
        let heard: Box<Heard> = Box::default();
        let environment: *mut c_void = (&raw const *heard).cast_mut().cast();
        let callbacks = Box::new(Callbacks {
            logger: log2 as *const c_void,
            allocate: calloc,
            free,
            finished: null(),
            environment,
        });
        let mut own = Self {
            library,
            version: described.version,
            pointer: null_mut(),
            heard,
            callbacks,
            unpacked: unpacked.clone(),
            begin: null_mut(),
        };
        own.pointer = own.made(described, environment)?;
        match own.pointer.is_null() {
            false => Ok(own),
            true => Err(wrong(format!("it makes no instance{}", own.words()))),
        }
    }

    fn made(&self, described: &Described, environment: *mut c_void) -> Result<*mut c_void, Wrong> {
        let folder = self.unpacked.folder().join("resources");
        let text = |text: String| CString::new(text).map_err(|_| wrong("a name of it contains a zero"));
        let token = text(described.token.clone())?;
        let folder = folder.to_string_lossy().into_owned();
        match self.version {
            Standard::Two => {
                type Make = unsafe extern "C" fn(
                    *const c_char,
                    c_int,
                    *const c_char,
                    *const c_char,
                    *const Callbacks,
                    c_int,
                    c_int,
                ) -> *mut c_void;
                let make: Make = self.function("fmi2Instantiate")?;
                let slash = if folder.starts_with('/') { "" } else { "/" };
                let uri = text(format!("file://{slash}{}", escaped(&folder.replace('\\', "/"))))?;
                // SAFETY: as the header declares it; the callbacks live as long as the instance.
                Ok(unsafe {
                    make(
                        c"part".as_ptr(),
                        1,
                        token.as_ptr(),
                        uri.as_ptr(),
                        &raw const *self.callbacks,
                        0,
                        1,
                    )
                })
            }
            Standard::Three => {
                type Log = unsafe extern "C" fn(*mut c_void, c_int, *const c_char, *const c_char);
                type Make = unsafe extern "C" fn(
                    *const c_char,
                    *const c_char,
                    *const c_char,
                    bool,
                    bool,
                    bool,
                    bool,
                    *const u32,
                    usize,
                    *mut c_void,
                    Log,
                    *const c_void,
                ) -> *mut c_void;
                let make: Make = self.function("fmi3InstantiateCoSimulation")?;
                let path = text(format!("{folder}{}", std::path::MAIN_SEPARATOR))?;
                let name = c"part".as_ptr();
                // SAFETY: as the header declares it; the environment lives as long as the instance.
                Ok(unsafe {
                    make(
                        name,
                        token.as_ptr(),
                        path.as_ptr(),
                        false,
                        true,
                        false,
                        false,
                        null(),
                        0,
                        environment,
                        log3,
                        null(),
                    )
                })
            }
        }
    }

    /// A function of the library; its type has to be the type in the header.
    fn function<T: Copy>(&self, name: &str) -> Result<T, Wrong> {
        // SAFETY: the types in this file are those of the headers.
        let symbol = unsafe { self.library.library.get::<T>(name.as_bytes()) };
        symbol
            .map(|own| *own)
            .map_err(|_| wrong(format!("its library has no function `{name}`: export it again")))
    }

    fn named<T: Copy>(&self, two: &str, three: &str) -> Result<T, Failed> {
        if self.has_ended() {
            return Err(Failed::Ended);
        }
        let name = match self.version {
            Standard::Two => format!("fmi2{two}"),
            Standard::Three => format!("fmi3{three}"),
        };
        self.function(&name).map_err(|missing| {
            *self.heard.lock().unwrap_or_else(PoisonError::into_inner) = missing.0;
            Failed::Refused
        })
    }

    /// Whether the library has reported a fatal error: then no function of the library is called any more.
    pub fn has_ended(&self) -> bool {
        self.library.has_ended.load(Ordering::Acquire)
    }

    /// What a status means: OK and warnings are done.
    fn done(&self, status: c_int) -> Result<(), Failed> {
        match status {
            0 | 1 => Ok(()),
            2 => Err(Failed::Discarded),
            FATAL => {
                self.library.has_ended.store(true, Ordering::Release);
                Err(Failed::Ended)
            }
            _ => Err(Failed::Refused),
        }
    }

    /// Words of its last message, behind a colon.
    pub fn words(&self) -> String {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        if heard.is_empty() {
            String::new()
        } else {
            format!(": {heard}")
        }
    }

    /// Forgets its last message.
    pub fn forget(&mut self) {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Begins to look for the start at a time [s].
    pub fn enter_initialization(&mut self, start: f64) -> Result<(), Failed> {
        match self.version {
            Standard::Two => {
                type Setup = unsafe extern "C" fn(*mut c_void, c_int, f64, f64, c_int, f64) -> c_int;
                let setup: Setup = self.named("SetupExperiment", "")?;
                // SAFETY: as the header declares it.
                self.done(unsafe { setup(self.pointer, 0, 0.0, start, 0, 0.0) })?;
                self.simple("EnterInitializationMode")
            }
            Standard::Three => {
                type Enter = unsafe extern "C" fn(*mut c_void, bool, f64, f64, bool, f64) -> c_int;
                let enter: Enter = self.named("", "EnterInitializationMode")?;
                // SAFETY: as the header declares it.
                self.done(unsafe { enter(self.pointer, false, 0.0, start, false, 0.0) })
            }
        }
    }

    /// Ends the search for the start.
    pub fn exit_initialization(&mut self) -> Result<(), Failed> {
        self.simple("ExitInitializationMode")
    }

    fn simple(&mut self, name: &str) -> Result<(), Failed> {
        let call: Simple = self.named(name, name)?;
        // SAFETY: as the header declares it.
        self.done(unsafe { call(self.pointer) })
    }

    /// Sets a variable.
    pub fn set(&mut self, reference: u32, is_whole: bool, value: f64) -> Result<(), Failed> {
        match is_whole {
            true => self.put("SetInteger", "SetInt32", reference, value.round() as i32),
            false => self.put("SetReal", "SetFloat64", reference, value),
        }
    }

    fn put<T: Copy>(&mut self, two: &str, three: &str, reference: u32, value: T) -> Result<(), Failed> {
        // SAFETY: as the header declares it.
        self.done(unsafe {
            match self.version {
                Standard::Two => {
                    let set: unsafe extern "C" fn(*mut c_void, *const u32, usize, *const T) -> c_int =
                        self.named(two, three)?;
                    set(self.pointer, &reference, 1, &value)
                }
                Standard::Three => {
                    let set: unsafe extern "C" fn(*mut c_void, *const u32, usize, *const T, usize) -> c_int =
                        self.named(two, three)?;
                    set(self.pointer, &reference, 1, &value, 1)
                }
            }
        })
    }

    /// Value of a variable.
    pub fn get(&mut self, reference: u32, is_whole: bool) -> Result<f64, Failed> {
        match is_whole {
            true => self.take("GetInteger", "GetInt32", reference, 0_i32).map(f64::from),
            false => self.take("GetReal", "GetFloat64", reference, f64::NAN),
        }
    }

    fn take<T: Copy>(&mut self, two: &str, three: &str, reference: u32, mut value: T) -> Result<T, Failed> {
        // SAFETY: as the header declares it.
        let status = unsafe {
            match self.version {
                Standard::Two => {
                    let get: unsafe extern "C" fn(*mut c_void, *const u32, usize, *mut T) -> c_int =
                        self.named(two, three)?;
                    get(self.pointer, &reference, 1, &mut value)
                }
                Standard::Three => {
                    let get: unsafe extern "C" fn(*mut c_void, *const u32, usize, *mut T, usize) -> c_int =
                        self.named(two, three)?;
                    get(self.pointer, &reference, 1, &mut value, 1)
                }
            }
        };
        self.done(status).map(|()| value)
    }

    /// Makes a step from a time [s].
    pub fn step(&mut self, from: f64, h: f64, may_go_back: bool) -> Result<(), Failed> {
        // SAFETY: as the header declares it.
        unsafe {
            match self.version {
                Standard::Two => {
                    let step: unsafe extern "C" fn(*mut c_void, f64, f64, c_int) -> c_int = self.named("DoStep", "")?;
                    self.done(step(self.pointer, from, h, c_int::from(!may_go_back)))
                }
                Standard::Three => {
                    type Step = unsafe extern "C" fn(
                        *mut c_void,
                        f64,
                        f64,
                        bool,
                        *mut bool,
                        *mut bool,
                        *mut bool,
                        *mut f64,
                    ) -> c_int;
                    let step: Step = self.named("", "DoStep")?;
                    // An FMU may leave the reached time unwritten.
                    let (mut event, mut end, mut early, mut reached) = (false, false, false, f64::NAN);
                    self.done(step(
                        self.pointer,
                        from,
                        h,
                        !may_go_back,
                        &mut event,
                        &mut end,
                        &mut early,
                        &mut reached,
                    ))?;
                    let wanted = from + h;
                    if !reached.is_nan() && (reached - wanted).abs() > STRAYED * h + 4.0 * f64::EPSILON * wanted.abs() {
                        return Err(Failed::Strayed { reached, wanted });
                    }
                    // A part of a vehicle has no end of its own, and it may not return early.
                    if end || early { Err(Failed::Refused) } else { Ok(()) }
                }
            }
        }
    }

    /// Keeps the present state in place of the one that was kept before.
    pub fn keep(&mut self) -> Result<(), Failed> {
        let get: StatePut = self.named("GetFMUstate", "GetFMUState")?;
        // SAFETY: as the header declares it; the pointer is null or one that this function has filled.
        let status = unsafe { get(self.pointer, &mut self.begin) };
        self.done(status)
    }

    /// Goes back to the state that is kept.
    pub fn go_back(&mut self) -> Result<(), Failed> {
        if self.begin.is_null() {
            return Err(Failed::Refused);
        }
        let set: StateCall = self.named("SetFMUstate", "SetFMUState")?;
        // SAFETY: as the header declares it; the state is one of this instance.
        self.done(unsafe { set(self.pointer, self.begin) })
    }

    /// The present state as bytes.
    pub fn bytes(&mut self) -> Result<Vec<u8>, Failed> {
        type Size = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut usize) -> c_int;
        type Write = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut u8, usize) -> c_int;
        let get: StatePut = self.named("GetFMUstate", "GetFMUState")?;
        let size: Size = self.named("SerializedFMUstateSize", "SerializedFMUStateSize")?;
        let write: Write = self.named("SerializeFMUstate", "SerializeFMUState")?;
        let drop: StatePut = self.named("FreeFMUstate", "FreeFMUState")?;
        let (mut state, mut count) = (null_mut(), 0);
        // SAFETY: as the header declares it; the room has as many bytes as are told.
        unsafe {
            self.done(get(self.pointer, &mut state))?;
            let mut bytes = Vec::new();
            let written = self.done(size(self.pointer, state, &mut count)).and_then(|()| {
                bytes.resize(count, 0_u8);
                self.done(write(self.pointer, state, bytes.as_mut_ptr(), count))
            });
            if !self.has_ended() {
                let _ = drop(self.pointer, &mut state);
            }
            written.map(|()| bytes)
        }
    }

    /// Goes to the state in bytes.
    pub fn read(&mut self, bytes: &[u8]) -> Result<(), Failed> {
        type Read = unsafe extern "C" fn(*mut c_void, *const u8, usize, *mut *mut c_void) -> c_int;
        let read: Read = self.named("DeSerializeFMUstate", "DeserializeFMUState")?;
        let set: StateCall = self.named("SetFMUstate", "SetFMUState")?;
        let drop: StatePut = self.named("FreeFMUstate", "FreeFMUState")?;
        let mut state = null_mut();
        // SAFETY: as the header declares it.
        unsafe {
            self.done(read(self.pointer, bytes.as_ptr(), bytes.len(), &mut state))?;
            let put = self.done(set(self.pointer, state));
            if !self.has_ended() {
                let _ = drop(self.pointer, &mut state);
            }
            put
        }
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        if self.pointer.is_null() {
            return;
        }
        if self.has_ended() {
            // What is left of the library may still tell messages: their place is never freed.
            let _ = Box::leak(std::mem::take(&mut self.heard));
            let copy = Box::new(*self.callbacks);
            let _ = Box::leak(std::mem::replace(&mut self.callbacks, copy));
            return;
        }
        if !self.begin.is_null()
            && let Ok(drop) = self.named::<StatePut>("FreeFMUstate", "FreeFMUState")
        {
            // SAFETY: as the header declares it; the state is one of this instance.
            let _ = unsafe { drop(self.pointer, &mut self.begin) };
        }
        type Free = unsafe extern "C" fn(*mut c_void);
        if let Ok(free) = self.named::<Free>("FreeInstance", "FreeInstance") {
            // SAFETY: as the header declares it; the instance is not used any more.
            unsafe { free(self.pointer) };
        }
    }
}

/// A path in a URI.
fn escaped(path: &str) -> String {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' | b':' => {
            char::from(byte).to_string()
        }
        byte => format!("%{byte:02X}"),
    };
    path.bytes().map(letter).collect()
}
