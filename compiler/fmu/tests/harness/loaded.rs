//! The library, loaded like an importing tool loads it, and its functions behind short functions in Rust.
#![allow(unsafe_code, reason = "functions of C are called")]

use crate::packed::Packed;
use libloading::{Library, Symbol};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::PathBuf;
use std::ptr::{null, null_mut};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The library as cargo has built it for these tests.
pub fn path() -> PathBuf {
    let name = format!(
        "{}wishbone_fmu{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    );
    let program = std::env::current_exe().expect("a program");
    let places = program.ancestors().skip(1).take(2).map(|folder| folder.join(&name));
    places
        .into_iter()
        .find(|place| place.exists())
        .expect("the library is built")
}

pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    // SAFETY: our own library, which does nothing when it is loaded.
    LIBRARY.get_or_init(|| unsafe { Library::new(path()) }.expect("it is loaded"))
}

fn symbol<T>(name: &str) -> Symbol<'static, T> {
    // SAFETY: the types below are those of the standard's headers.
    unsafe { library().get(name.as_bytes()) }.unwrap_or_else(|reason| panic!("{name}: {reason}"))
}

/// Messages to the importing tool.
static MESSAGES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// All messages so far.
pub fn messages() -> String {
    MESSAGES.lock().unwrap_or_else(PoisonError::into_inner).join("\n")
}

unsafe extern "C" fn hear(_: *mut c_void, _: c_int, _category: *const c_char, message: *const c_char) {
    // SAFETY: a text of C.
    let message = unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned();
    MESSAGES.lock().unwrap_or_else(PoisonError::into_inner).push(message);
}

unsafe extern "C" fn hear2(
    _: *mut c_void,
    _: *const c_char,
    _: c_int,
    _: *const c_char,
    format: *const c_char,
    message: *const c_char,
) {
    // SAFETY: a text of C.
    assert_eq!(unsafe { CStr::from_ptr(format) }, c"%s");
    // SAFETY: a text of C.
    unsafe { hear(null_mut(), 0, null(), message) }
}

/// `fmi2CallbackFunctions`, whose logger takes any arguments.
#[repr(C)]
struct Callbacks {
    logger: *const c_void,
    allocate: *const c_void,
    free: *const c_void,
    finished: *const c_void,
    environment: *mut c_void,
}

/// An instance of either standard.
pub struct Loaded {
    pub version: u8,
    pointer: *mut c_void,
}

type Simple = unsafe extern "C" fn(*mut c_void) -> c_int;
type StateCall = unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int;
type StatePut = unsafe extern "C" fn(*mut c_void, *mut *mut c_void) -> c_int;
type Numbers = unsafe extern "C" fn(*mut c_void, *mut f64, usize) -> c_int;

impl Loaded {
    /// An instance of `fmi2` or `fmi3`; none where it is refused.
    pub fn new(version: u8, packed: &Packed, token: &str, is_exchange: bool) -> Option<Self> {
        Self::made(version, packed, token, is_exchange, true)
    }

    /// An instance of a co-simulation without logging.
    pub fn quiet(version: u8, packed: &Packed) -> Self {
        Self::made(version, packed, &packed.token, false, false).expect("an instance")
    }

    fn made(version: u8, packed: &Packed, token: &str, is_exchange: bool, logs: bool) -> Option<Self> {
        let token = CString::new(token).expect("no zero");
        let folder = packed.folder.to_str().expect("UTF-8");
        let pointer = if version == 2 {
            let uri = CString::new(format!("file://{}", folder.replace(' ', "%20"))).expect("no zero");
            let callbacks = Callbacks {
                logger: hear2 as *const c_void,
                allocate: null(),
                free: null(),
                finished: null(),
                environment: null_mut(),
            };
            type Make = unsafe extern "C" fn(
                *const c_char,
                c_int,
                *const c_char,
                *const c_char,
                *const Callbacks,
                c_int,
                c_int,
            ) -> *mut c_void;
            let make: Symbol<'_, Make> = symbol("fmi2Instantiate");
            // SAFETY: as the header declares it.
            unsafe {
                make(
                    c"car".as_ptr(),
                    c_int::from(!is_exchange),
                    token.as_ptr(),
                    uri.as_ptr(),
                    &callbacks,
                    0,
                    c_int::from(logs),
                )
            }
        } else {
            let path = CString::new(format!("{folder}/")).expect("no zero");
            type Log = unsafe extern "C" fn(*mut c_void, c_int, *const c_char, *const c_char);
            type Exchange = unsafe extern "C" fn(
                *const c_char,
                *const c_char,
                *const c_char,
                bool,
                bool,
                *mut c_void,
                Log,
            ) -> *mut c_void;
            type Simulation = unsafe extern "C" fn(
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
            let name = c"car".as_ptr();
            if is_exchange {
                let make: Symbol<'_, Exchange> = symbol("fmi3InstantiateModelExchange");
                // SAFETY: as the header declares it.
                unsafe { make(name, token.as_ptr(), path.as_ptr(), false, logs, null_mut(), hear) }
            } else {
                let make: Symbol<'_, Simulation> = symbol("fmi3InstantiateCoSimulation");
                // SAFETY: as the header declares it.
                unsafe {
                    make(
                        name,
                        token.as_ptr(),
                        path.as_ptr(),
                        false,
                        logs,
                        false,
                        false,
                        null(),
                        0,
                        null_mut(),
                        hear,
                        null(),
                    )
                }
            }
        };
        (!pointer.is_null()).then_some(Self { version, pointer })
    }

    /// An instance of FMI 3.0 for a tool that wants an event mode of co-simulation.
    pub fn with_event_mode(packed: &Packed) -> Option<Self> {
        let pointer = simulated(packed, [true, true, false], null_mut(), None);
        (!pointer.is_null()).then_some(Self { version: 3, pointer })
    }

    /// An instance, initialised at time zero with these start values.
    pub fn begun(version: u8, packed: &Packed, is_exchange: bool, start: &[(&str, f64)]) -> Self {
        let own = Self::new(version, packed, &packed.token, is_exchange).expect("an instance");
        for (name, value) in start {
            assert_eq!(own.set(packed.reference(name), *value), 0, "{name}: {}", messages());
        }
        assert_eq!(own.enter_initialization(0.0), 0, "{}", messages());
        assert_eq!(own.simple("ExitInitializationMode"), 0, "{}", messages());
        own
    }

    /// Turns logging on or off, for these categories.
    pub fn set_logging(&self, is_on: bool, categories: &[&str]) -> c_int {
        let texts: Vec<CString> = categories
            .iter()
            .map(|own| CString::new(*own).expect("no zero"))
            .collect();
        let pointers: Vec<*const c_char> = texts.iter().map(|own| own.as_ptr()).collect();
        type Two = unsafe extern "C" fn(*mut c_void, c_int, usize, *const *const c_char) -> c_int;
        type Three = unsafe extern "C" fn(*mut c_void, bool, usize, *const *const c_char) -> c_int;
        let name = self.name("SetDebugLogging");
        // SAFETY: as the header declares it.
        unsafe {
            match self.version {
                2 => symbol::<Two>(&name)(self.pointer, c_int::from(is_on), pointers.len(), pointers.as_ptr()),
                _ => symbol::<Three>(&name)(self.pointer, is_on, pointers.len(), pointers.as_ptr()),
            }
        }
    }

    fn name(&self, function: &str) -> String {
        format!("fmi{}{function}", self.version)
    }

    /// A function without arguments.
    pub fn simple(&self, function: &str) -> c_int {
        let call: Symbol<'_, Simple> = symbol(&self.name(function));
        // SAFETY: as the header declares it.
        unsafe { call(self.pointer) }
    }

    pub fn enter_initialization(&self, start: f64) -> c_int {
        self.enter_until(start, None)
    }

    /// Enters initialization mode of a run from a time to a time.
    pub fn enter_until(&self, start: f64, stop: Option<f64>) -> c_int {
        self.enter(start, stop, None)
    }

    /// Enters initialization mode of a run from zero, for an integrator with a tolerance.
    pub fn enter_with(&self, tolerance: Option<f64>) -> c_int {
        self.enter(0.0, None, tolerance)
    }

    fn enter(&self, start: f64, stop: Option<f64>, tolerance: Option<f64>) -> c_int {
        let (has_stop, stop) = (stop.is_some(), stop.unwrap_or(0.0));
        let (has_tolerance, tolerance) = (tolerance.is_some(), tolerance.unwrap_or(0.0));
        if self.version == 2 {
            type Setup = unsafe extern "C" fn(*mut c_void, c_int, f64, f64, c_int, f64) -> c_int;
            let setup: Symbol<'_, Setup> = symbol("fmi2SetupExperiment");
            // SAFETY: as the header declares it.
            let status = unsafe {
                setup(
                    self.pointer,
                    c_int::from(has_tolerance),
                    tolerance,
                    start,
                    c_int::from(has_stop),
                    stop,
                )
            };
            if status != 0 {
                return status;
            }
            return self.simple("EnterInitializationMode");
        }
        type Enter = unsafe extern "C" fn(*mut c_void, bool, f64, f64, bool, f64) -> c_int;
        let enter: Symbol<'_, Enter> = symbol("fmi3EnterInitializationMode");
        // SAFETY: as the header declares it.
        unsafe { enter(self.pointer, has_tolerance, tolerance, start, has_stop, stop) }
    }

    /// A real number.
    pub fn get(&self, reference: u32) -> Result<f64, c_int> {
        self.all(&[reference]).map(|values| values[0])
    }

    pub fn all(&self, references: &[u32]) -> Result<Vec<f64>, c_int> {
        self.all_of(references, references.len())
    }

    /// All numbers of variables, of which arrays of 3.0 have several.
    pub fn all_of(&self, references: &[u32], room: usize) -> Result<Vec<f64>, c_int> {
        let (count, mut values) = (references.len(), vec![f64::NAN; room]);
        // SAFETY: as the header declares it.
        let status = unsafe {
            if self.version == 2 {
                type Get = unsafe extern "C" fn(*mut c_void, *const u32, usize, *mut f64) -> c_int;
                let get: Symbol<'_, Get> = symbol("fmi2GetReal");
                get(self.pointer, references.as_ptr(), count, values.as_mut_ptr())
            } else {
                type Get = unsafe extern "C" fn(*mut c_void, *const u32, usize, *mut f64, usize) -> c_int;
                let get: Symbol<'_, Get> = symbol("fmi3GetFloat64");
                get(self.pointer, references.as_ptr(), count, values.as_mut_ptr(), room)
            }
        };
        if status == 0 { Ok(values) } else { Err(status) }
    }

    pub fn set(&self, reference: u32, value: f64) -> c_int {
        self.set_all(&[reference], &[value])
    }

    pub fn set_all(&self, references: &[u32], values: &[f64]) -> c_int {
        let (count, own, room, values) = (references.len(), references.as_ptr(), values.len(), values.as_ptr());
        // SAFETY: as the header declares it.
        unsafe {
            if self.version == 2 {
                type Set = unsafe extern "C" fn(*mut c_void, *const u32, usize, *const f64) -> c_int;
                let set: Symbol<'_, Set> = symbol("fmi2SetReal");
                set(self.pointer, own, count, values)
            } else {
                type Set = unsafe extern "C" fn(*mut c_void, *const u32, usize, *const f64, usize) -> c_int;
                let set: Symbol<'_, Set> = symbol("fmi3SetFloat64");
                set(self.pointer, own, count, values, room)
            }
        }
    }

    pub fn set_whole(&self, reference: u32, value: i32) -> c_int {
        // SAFETY: as the header declares it.
        unsafe {
            if self.version == 2 {
                type Set = unsafe extern "C" fn(*mut c_void, *const u32, usize, *const i32) -> c_int;
                let set: Symbol<'_, Set> = symbol("fmi2SetInteger");
                set(self.pointer, &reference, 1, &value)
            } else {
                type Set = unsafe extern "C" fn(*mut c_void, *const u32, usize, *const i32, usize) -> c_int;
                let set: Symbol<'_, Set> = symbol("fmi3SetInt32");
                set(self.pointer, &reference, 1, &value, 1)
            }
        }
    }

    pub fn step(&self, from: f64, h: f64) -> c_int {
        // SAFETY: as the header declares it.
        unsafe {
            if self.version == 2 {
                type Step = unsafe extern "C" fn(*mut c_void, f64, f64, c_int) -> c_int;
                let step: Symbol<'_, Step> = symbol("fmi2DoStep");
                step(self.pointer, from, h, 1)
            } else {
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
                let step: Symbol<'_, Step> = symbol("fmi3DoStep");
                let (mut event, mut end, mut early, mut reached) = (true, true, true, f64::NAN);
                let status = step(
                    self.pointer,
                    from,
                    h,
                    true,
                    &mut event,
                    &mut end,
                    &mut early,
                    &mut reached,
                );
                let is_whole = !event && !end && !early && (reached - from - h).abs() < 2e-6 * from.abs().max(1.0);
                assert!(status != 0 || is_whole, "{from} {h} {reached}");
                status
            }
        }
    }

    fn word(&self, two: &str, three: &str) -> String {
        self.name(if self.version == 2 { two } else { three })
    }

    pub fn keep(&self) -> *mut c_void {
        let get: Symbol<'_, StatePut> = symbol(&self.word("GetFMUstate", "GetFMUState"));
        let mut state = null_mut();
        // SAFETY: as the header declares it.
        assert_eq!(unsafe { get(self.pointer, &mut state) }, 0, "{}", messages());
        state
    }

    pub fn go_back(&self, state: *mut c_void) -> c_int {
        let set: Symbol<'_, StateCall> = symbol(&self.word("SetFMUstate", "SetFMUState"));
        // SAFETY: as the header declares it.
        unsafe { set(self.pointer, state) }
    }

    pub fn free(&self, mut state: *mut c_void) {
        let free: Symbol<'_, StatePut> = symbol(&self.word("FreeFMUstate", "FreeFMUState"));
        // SAFETY: as the header declares it.
        assert_eq!(unsafe { free(self.pointer, &mut state) }, 0);
        assert!(state.is_null());
    }

    pub fn bytes(&self, state: *mut c_void) -> Vec<u8> {
        type Size = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut usize) -> c_int;
        type Write = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut u8, usize) -> c_int;
        let size: Symbol<'_, Size> = symbol(&self.word("SerializedFMUstateSize", "SerializedFMUStateSize"));
        let write: Symbol<'_, Write> = symbol(&self.word("SerializeFMUstate", "SerializeFMUState"));
        let mut count = 0;
        // SAFETY: as the header declares it.
        assert_eq!(unsafe { size(self.pointer, state, &mut count) }, 0);
        let mut bytes = vec![0; count];
        // SAFETY: as the header declares it.
        assert_eq!(unsafe { write(self.pointer, state, bytes.as_mut_ptr(), count) }, 0);
        bytes
    }

    pub fn read(&self, bytes: &[u8]) -> Option<*mut c_void> {
        type Read = unsafe extern "C" fn(*mut c_void, *const u8, usize, *mut *mut c_void) -> c_int;
        let read: Symbol<'_, Read> = symbol(&self.word("DeSerializeFMUstate", "DeserializeFMUState"));
        let mut state = null_mut();
        // SAFETY: as the header declares it.
        let status = unsafe { read(self.pointer, bytes.as_ptr(), bytes.len(), &mut state) };
        (status == 0).then_some(state)
    }

    /// Status of each function that tells a single result, without room for it.
    pub fn without_room(&self, state: *mut c_void, bytes: &[u8]) -> Vec<(String, c_int)> {
        type Size = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut usize) -> c_int;
        type Read = unsafe extern "C" fn(*mut c_void, *const u8, usize, *mut *mut c_void) -> c_int;
        type Count = unsafe extern "C" fn(*mut c_void, *mut usize) -> c_int;
        type Status = unsafe extern "C" fn(*mut c_void, c_int, *mut c_void) -> c_int;
        let size = self.word("SerializedFMUstateSize", "SerializedFMUStateSize");
        let read = self.word("DeSerializeFMUstate", "DeserializeFMUState");
        let mut found = Vec::new();
        let (call, of_read) = (symbol::<Size>(&size), symbol::<Read>(&read));
        // SAFETY: as the header declares it; a null pointer is what is tried.
        found.push((size, unsafe { call(self.pointer, state, null_mut()) }));
        // SAFETY: as before.
        let status = unsafe { of_read(self.pointer, bytes.as_ptr(), bytes.len(), null_mut()) };
        found.push((read, status));
        if self.version == 3 {
            for name in ["fmi3GetNumberOfContinuousStates", "fmi3GetNumberOfEventIndicators"] {
                let call = symbol::<Count>(name);
                // SAFETY: as before.
                found.push((name.to_owned(), unsafe { call(self.pointer, null_mut()) }));
            }
        } else {
            // `fmi2LastSuccessfulTime` and `fmi2Terminated`
            for (name, kind) in [("fmi2GetRealStatus", 2), ("fmi2GetBooleanStatus", 3)] {
                let call = symbol::<Status>(name);
                // SAFETY: as before.
                found.push((name.to_owned(), unsafe { call(self.pointer, kind, null_mut()) }));
            }
        }
        found
    }

    fn numbers(&self, function: &str, count: usize) -> Option<Vec<f64>> {
        self.try_numbers(function, count).ok()
    }

    fn try_numbers(&self, function: &str, count: usize) -> Result<Vec<f64>, c_int> {
        let get: Symbol<'_, Numbers> = symbol(function);
        let mut numbers = vec![f64::NAN; count];
        // SAFETY: as the header declares it.
        let status = unsafe { get(self.pointer, numbers.as_mut_ptr(), count) };
        if status == 0 { Ok(numbers) } else { Err(status) }
    }

    /// A status of FMI 2.0, of any type.
    pub fn status(&self, function: &str, kind: c_int) -> c_int {
        let call: Symbol<'_, unsafe extern "C" fn(*mut c_void, c_int, *mut f64) -> c_int> =
            symbol(&self.name(function));
        let mut room = 0.0;
        // SAFETY: as the header declares it; the room is as large as that of any type.
        unsafe { call(self.pointer, kind, &mut room) }
    }

    pub fn try_rates(&self, count: usize) -> Result<Vec<f64>, c_int> {
        self.try_numbers(&self.word("GetDerivatives", "GetContinuousStateDerivatives"), count)
    }

    pub fn states(&self, count: usize) -> Option<Vec<f64>> {
        self.numbers(&self.name("GetContinuousStates"), count)
    }

    pub fn rates(&self, count: usize) -> Option<Vec<f64>> {
        self.numbers(&self.word("GetDerivatives", "GetContinuousStateDerivatives"), count)
    }

    pub fn indicators(&self, count: usize) -> Option<Vec<f64>> {
        self.numbers(&self.name("GetEventIndicators"), count)
    }

    pub fn set_time(&self, time: f64) -> c_int {
        type Set = unsafe extern "C" fn(*mut c_void, f64) -> c_int;
        let set: Symbol<'_, Set> = symbol(&self.name("SetTime"));
        // SAFETY: as the header declares it.
        unsafe { set(self.pointer, time) }
    }

    pub fn set_states(&self, states: &[f64]) -> c_int {
        type Set = unsafe extern "C" fn(*mut c_void, *const f64, usize) -> c_int;
        let set: Symbol<'_, Set> = symbol(&self.name("SetContinuousStates"));
        // SAFETY: as the header declares it.
        unsafe { set(self.pointer, states.as_ptr(), states.len()) }
    }

    /// Whether an event has to follow.
    pub fn completed_step(&self) -> Result<bool, c_int> {
        // SAFETY: as the header declares it.
        let (status, event) = unsafe {
            if self.version == 2 {
                type Call = unsafe extern "C" fn(*mut c_void, c_int, *mut c_int, *mut c_int) -> c_int;
                let call: Symbol<'_, Call> = symbol("fmi2CompletedIntegratorStep");
                let (mut event, mut end) = (9, 9);
                (call(self.pointer, 1, &mut event, &mut end), event != 0)
            } else {
                type Call = unsafe extern "C" fn(*mut c_void, bool, *mut bool, *mut bool) -> c_int;
                let call: Symbol<'_, Call> = symbol("fmi3CompletedIntegratorStep");
                let (mut event, mut end) = (false, false);
                (call(self.pointer, true, &mut event, &mut end), event)
            }
        };
        if status == 0 { Ok(event) } else { Err(status) }
    }

    pub fn update_discrete(&self) -> c_int {
        self.updated().err().unwrap_or(0)
    }

    /// Changes what changes in an event; whether states have changed.
    pub fn updated(&self) -> Result<bool, c_int> {
        // SAFETY: as the header declares it; `fmi2EventInfo` has five numbers of 4 bytes and one of 8.
        unsafe {
            if self.version == 2 {
                let call: Symbol<'_, StateCall> = symbol("fmi2NewDiscreteStates");
                let mut info = [0_u64; 4];
                let status = call(self.pointer, info.as_mut_ptr().cast());
                // The fourth number tells of the states.
                let changed = info.as_ptr().cast::<c_int>().add(3).read() != 0;
                if status == 0 { Ok(changed) } else { Err(status) }
            } else {
                type Call = unsafe extern "C" fn(
                    *mut c_void,
                    *mut bool,
                    *mut bool,
                    *mut bool,
                    *mut bool,
                    *mut bool,
                    *mut f64,
                ) -> c_int;
                let call: Symbol<'_, Call> = symbol("fmi3UpdateDiscreteStates");
                let (mut flags, mut time) = ([false; 5], 0.0);
                let [a, b, c, d, e] = &mut flags;
                let status = call(self.pointer, a, b, c, d, e, &mut time);
                if status == 0 { Ok(flags[3]) } else { Err(status) }
            }
        }
    }

    pub fn directional(&self, unknowns: &[u32], knowns: &[u32], seed: &[f64]) -> Option<Vec<f64>> {
        self.directional_of(unknowns, unknowns.len(), knowns, seed)
    }

    /// Derivatives of unknowns that have so many numbers.
    pub fn directional_of(&self, unknowns: &[u32], room: usize, knowns: &[u32], seed: &[f64]) -> Option<Vec<f64>> {
        let mut found = vec![f64::NAN; room];
        // SAFETY: as the header declares it.
        let status = unsafe {
            if self.version == 2 {
                type Call = unsafe extern "C" fn(
                    *mut c_void,
                    *const u32,
                    usize,
                    *const u32,
                    usize,
                    *const f64,
                    *mut f64,
                ) -> c_int;
                let call: Symbol<'_, Call> = symbol("fmi2GetDirectionalDerivative");
                call(
                    self.pointer,
                    unknowns.as_ptr(),
                    unknowns.len(),
                    knowns.as_ptr(),
                    knowns.len(),
                    seed.as_ptr(),
                    found.as_mut_ptr(),
                )
            } else {
                self.derivative("fmi3GetDirectionalDerivative", unknowns, knowns, seed, &mut found)
            }
        };
        (status == 0).then_some(found)
    }

    pub fn adjoint(&self, unknowns: &[u32], knowns: &[u32], seed: &[f64]) -> Option<Vec<f64>> {
        let mut found = vec![f64::NAN; knowns.len()];
        // SAFETY: as the header declares it.
        let status = unsafe { self.derivative("fmi3GetAdjointDerivative", unknowns, knowns, seed, &mut found) };
        (status == 0).then_some(found)
    }

    unsafe fn derivative(
        &self,
        function: &str,
        unknowns: &[u32],
        knowns: &[u32],
        seed: &[f64],
        found: &mut [f64],
    ) -> c_int {
        type Call = unsafe extern "C" fn(
            *mut c_void,
            *const u32,
            usize,
            *const u32,
            usize,
            *const f64,
            usize,
            *mut f64,
            usize,
        ) -> c_int;
        let call: Symbol<'_, Call> = symbol(function);
        // SAFETY: as the header declares it.
        unsafe {
            call(
                self.pointer,
                unknowns.as_ptr(),
                unknowns.len(),
                knowns.as_ptr(),
                knowns.len(),
                seed.as_ptr(),
                seed.len(),
                found.as_mut_ptr(),
                found.len(),
            )
        }
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        type Free = unsafe extern "C" fn(*mut c_void);
        let free: Symbol<'_, Free> = symbol(&self.name("FreeInstance"));
        // SAFETY: as the header declares it.
        unsafe { free(self.pointer) }
    }
}

type Update = unsafe extern "C" fn(*mut c_void, f64, bool, bool, bool, bool, *mut bool, *mut f64);

/// A co-simulation of FMI 3.0: whether it logs, has an event mode and may end steps early; its environment, and the
/// receiver of intermediate updates.
fn simulated(
    packed: &Packed,
    [logs, has_events, may_end]: [bool; 3],
    environment: *mut c_void,
    update: Option<Update>,
) -> *mut c_void {
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
        unsafe extern "C" fn(*mut c_void, c_int, *const c_char, *const c_char),
        Option<Update>,
    ) -> *mut c_void;
    let make: Symbol<'_, Make> = symbol("fmi3InstantiateCoSimulation");
    let token = CString::new(packed.token.as_str()).expect("no zero");
    let path = CString::new(format!("{}/", packed.folder.to_str().expect("UTF-8"))).expect("no zero");
    // SAFETY: as the header declares it.
    unsafe {
        make(
            c"car".as_ptr(),
            token.as_ptr(),
            path.as_ptr(),
            false,
            logs,
            has_events,
            may_end,
            null(),
            0,
            environment,
            hear,
            update,
        )
    }
}

/// The time that an importing tool requests at its first intermediate update, and the number of updates so far.
struct Wish {
    until: f64,
    heard: usize,
}

unsafe extern "C" fn wish(
    environment: *mut c_void,
    _time: f64,
    _sets: bool,
    _gets: bool,
    _finished: bool,
    may_end: bool,
    wants: *mut bool,
    until: *mut f64,
) {
    // SAFETY: the environment is that of `early`, and the others point to room for a value.
    unsafe {
        let wish = &mut *environment.cast::<Wish>();
        wish.heard += 1;
        *wants = may_end && wish.heard == 1;
        *until = wish.until;
    }
}

/// A communication step whose first intermediate update requests an end time: returns whether the step ended early, its
/// end, and the number of updates.
pub fn early(packed: &Packed, h: f64, until: f64) -> (bool, f64, usize) {
    let mut asked = Wish { until, heard: 0 };
    let pointer = simulated(packed, [false, false, true], (&raw mut asked).cast(), Some(wish));
    let own = Loaded { version: 3, pointer };
    assert_eq!(own.enter_initialization(0.0), 0, "{}", messages());
    assert_eq!(own.simple("ExitInitializationMode"), 0, "{}", messages());
    type Step = unsafe extern "C" fn(*mut c_void, f64, f64, bool, *mut bool, *mut bool, *mut bool, *mut f64) -> c_int;
    let step: Symbol<'_, Step> = symbol("fmi3DoStep");
    let (mut event, mut end, mut is_early, mut reached) = (true, true, false, f64::NAN);
    // SAFETY: as the header declares it; the wish lives until the call is over.
    let status = unsafe { step(pointer, 0.0, h, true, &mut event, &mut end, &mut is_early, &mut reached) };
    assert_eq!(status, 0, "{}", messages());
    (is_early, reached, asked.heard)
}
