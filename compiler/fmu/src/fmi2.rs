//! The 44 functions of FMI 2.0 (FMI 2.0.4, sections 2.1, 3.2 and 4.2), as `fmi2Functions.h` declares them.
//!
//! Each hands its arguments over to [`crate::instance`]. Unsafe blocks rely on the guarantees of the standard, which
//! the module `boundary` lists.
#![allow(
    non_snake_case,
    clippy::missing_safety_doc,
    reason = "names and promises are those of the standard"
)]

use crate::boundary::{self, Handle, Listen, put, put_all, put_asked, read, slice};
use crate::instance::{Kept, Refusal, Role};
use crate::logging::Heard;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::PathBuf;

/// `fmi2Component`
pub type Component = *mut Handle<Listener>;
/// `fmi2FMUstate`
pub type State = *mut Kept;
/// `fmi2CallbackLogger`, a function with arguments as `printf` has.
pub type Logger = unsafe extern "C" fn(*mut c_void, *const c_char, c_int, *const c_char, *const c_char, ...);

/// `fmi2CallbackFunctions`
#[repr(C)]
pub struct Callbacks {
    /// Hears of messages.
    pub logger: Option<Logger>,
    /// Not used: the library takes its own memory.
    pub allocate: Option<unsafe extern "C" fn(usize, usize) -> *mut c_void>,
    /// Not used.
    pub free: Option<unsafe extern "C" fn(*mut c_void)>,
    /// Not used: steps end before the call returns.
    pub step_finished: Option<unsafe extern "C" fn(*mut c_void, c_int)>,
    /// Handed to the logger.
    pub environment: *mut c_void,
}

/// The importing tool.
pub struct Listener {
    name: CString,
    logger: Option<Logger>,
    environment: *mut c_void,
}

impl Listen for Listener {
    fn tell(&self, status: c_int, category: &CStr, message: &CStr) {
        // `#r1#` stands for the name of a variable, and `##` for `#` (FMI 2.0.4, section 2.1.5).
        let message = boundary::text(&message.to_string_lossy().replace('#', "##"));
        if let Some(logger) = self.logger {
            // SAFETY: the standard promises a function that takes these; the format has one text.
            unsafe {
                logger(
                    self.environment,
                    self.name.as_ptr(),
                    status,
                    category.as_ptr(),
                    c"%s".as_ptr(),
                    message.as_ptr(),
                );
            }
        }
    }
}

/// `fmi2EventInfo`
#[repr(C)]
pub struct EventInfo {
    /// Whether discrete states have to be updated again.
    pub new_discrete_states_needed: c_int,
    /// Whether the run has to end.
    pub terminate_simulation: c_int,
    /// Whether nominal values have changed.
    pub nominals_changed: c_int,
    /// Whether continuous states have changed.
    pub values_changed: c_int,
    /// Whether the next event is known.
    pub next_event_time_defined: c_int,
    /// Its time [s].
    pub next_event_time: f64,
}

/// `fmi2GetTypesPlatform`
#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetTypesPlatform() -> *const c_char {
    c"default".as_ptr()
}

/// `fmi2GetVersion`
#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetVersion() -> *const c_char {
    c"2.0".as_ptr()
}

/// `fmi2Instantiate`: null if the vehicle cannot be made; the logger gets the reason.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2Instantiate(
    name: *const c_char,
    kind: c_int,
    guid: *const c_char,
    resources: *const c_char,
    callbacks: *const Callbacks,
    _visible: c_int,
    logging: c_int,
) -> Component {
    // SAFETY: texts of C, or null.
    let (name, guid, resources) = unsafe { (read(name), read(guid), read(resources)) };
    // SAFETY: null, or callbacks that live as long as the instance; what is used of them is copied.
    let callbacks = unsafe { callbacks.as_ref() };
    let listener = Listener {
        name: boundary::text(name.unwrap_or_default()),
        logger: callbacks.and_then(|own| own.logger),
        environment: callbacks.map_or(std::ptr::null_mut(), |own| own.environment),
    };
    // Without logging for debugging, reasons of refused calls are heard.
    let heard = if logging != 0 {
        Heard::all(true)
    } else {
        Heard::refusals()
    };
    boundary::handed_out((listener, heard), "fmi2Instantiate", || {
        let role = match kind {
            0 => Role::ModelExchange,
            1 => Role::CoSimulation,
            other => return Err(Refusal::error(format!("{other} is no kind of FMU"))),
        };
        boundary::instance(role, guid.unwrap_or_default(), resources.and_then(path_of))
    })
}

/// The path of a URI `file:///..`, in which `%20` stands for a space; a path without a scheme is used unchanged.
fn path_of(uri: &str) -> Option<PathBuf> {
    // Schemes have no case (RFC 3986, section 3.1).
    let scheme = uri.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("file:"));
    let Some(rest) = scheme.map(|scheme| &uri[scheme.len()..]) else {
        return (!uri.contains("://")).then(|| PathBuf::from(uri));
    };
    let rest = rest.strip_prefix("//").unwrap_or(rest);
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let (mut bytes, mut letters) = (Vec::new(), path.bytes());
    while let Some(letter) = letters.next() {
        match letter {
            b'%' => {
                let digits = [letters.next()?, letters.next()?];
                let digits = std::str::from_utf8(&digits).ok()?;
                bytes.push(u8::from_str_radix(digits, 16).ok()?);
            }
            letter => bytes.push(letter),
        }
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/..`
    let is_drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if is_drive { &path[1..] } else { &path }))
}

/// `fmi2FreeInstance`
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2FreeInstance(component: Component) {
    // SAFETY: as the module says.
    unsafe { boundary::freed(component) }
}

/// Functions of an instance: name, arguments, what they do.
macro_rules! functions {
    ($($(#[$doc:meta])* fn $name:ident($handle:ident $(, $argument:ident: $type:ty)*) $body:block)*) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(component: Component $(, $argument: $type)*) -> c_int {
            // SAFETY: as the module says, for the instance and for what the body does with the arguments.
            unsafe { boundary::call(component, stringify!($name), |$handle| $body) }
        }
    )*};
}

/// Functions that the library does not offer, each with the reason.
macro_rules! not_offered {
    ($($(#[$doc:meta])* fn $name:ident($($type:ty),*), $reason:literal;)*) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(component: Component $(, _: $type)*) -> c_int {
            // SAFETY: as the module says.
            unsafe { boundary::call(component, stringify!($name), |_| Err(Refusal::error($reason))) }
        }
    )*};
}

/// Refuses variables of a type that no variable has.
fn none_of(count: usize, kind: &str) -> Result<(), Refusal> {
    match count {
        0 => Ok(()),
        _ => Err(Refusal::error(format!(
            "the vehicle has no variables of the type {kind}"
        ))),
    }
}

functions! {
    /// `fmi2SetDebugLogging`
    fn fmi2SetDebugLogging(handle, on: c_int, count: usize, categories: *const *const c_char) {
        handle.hear(on != 0, count, categories)
    }

    /// `fmi2SetupExperiment`
    fn fmi2SetupExperiment(
        handle,
        has_tolerance: c_int,
        tolerance: f64,
        start: f64,
        has_stop: c_int,
        stop: f64
    ) {
        let instance = handle.own()?;
        instance.set_start(start)?;
        instance.set_tolerance((has_tolerance != 0).then_some(tolerance))?;
        instance.set_stop((has_stop != 0).then_some(stop))
    }

    /// `fmi2EnterInitializationMode`
    fn fmi2EnterInitializationMode(handle) { handle.own()?.enter_initialization() }

    /// `fmi2ExitInitializationMode`
    fn fmi2ExitInitializationMode(handle) { handle.own()?.exit_initialization() }

    /// `fmi2Terminate`
    fn fmi2Terminate(handle) { handle.own()?.terminate() }

    /// `fmi2Reset`
    fn fmi2Reset(handle) {
        handle.own()?.reset();
        Ok(())
    }

    /// `fmi2GetReal`
    fn fmi2GetReal(handle, references: *const u32, count: usize, values: *mut f64) {
        let instance = handle.own()?;
        let found: Result<Vec<f64>, Refusal> =
            slice(references, count)?.iter().map(|own| instance.get(*own, false)).collect();
        put_all(values, count, &found?)
    }

    /// `fmi2GetInteger`
    fn fmi2GetInteger(handle, references: *const u32, count: usize, values: *mut c_int) {
        let instance = handle.own()?;
        let found: Result<Vec<c_int>, Refusal> =
            slice(references, count)?.iter().map(|own| Ok(instance.get(*own, true)? as c_int)).collect();
        put_all(values, count, &found?)
    }

    /// `fmi2GetBoolean`
    fn fmi2GetBoolean(_handle, _references: *const u32, count: usize, _values: *mut c_int) {
        none_of(count, "Boolean")
    }

    /// `fmi2GetString`
    fn fmi2GetString(_handle, _references: *const u32, count: usize, _values: *mut *const c_char) {
        none_of(count, "String")
    }

    /// `fmi2SetReal`
    fn fmi2SetReal(handle, references: *const u32, count: usize, values: *const f64) {
        let instance = handle.own()?;
        let each = slice(references, count)?.iter().zip(slice(values, count)?);
        let each: Vec<(u32, f64)> = each.map(|(own, value)| (*own, *value)).collect();
        instance.set_all(&each, false)
    }

    /// `fmi2SetInteger`
    fn fmi2SetInteger(handle, references: *const u32, count: usize, values: *const c_int) {
        let instance = handle.own()?;
        let each = slice(references, count)?.iter().zip(slice(values, count)?);
        let each: Vec<(u32, f64)> = each.map(|(own, value)| (*own, f64::from(*value))).collect();
        instance.set_all(&each, true)
    }

    /// `fmi2SetBoolean`
    fn fmi2SetBoolean(_handle, _references: *const u32, count: usize, _values: *const c_int) {
        none_of(count, "Boolean")
    }

    /// `fmi2SetString`
    fn fmi2SetString(_handle, _references: *const u32, count: usize, _values: *const *const c_char) {
        none_of(count, "String")
    }

    /// `fmi2GetFMUstate`
    fn fmi2GetFMUstate(handle, state: *mut State) {
        let kept = handle.own()?.keep();
        let Some(state) = state.as_mut() else {
            return Err(Refusal::error("a pointer is null, and should point to room for a state"));
        };
        match state.as_mut() {
            // The room of an earlier state is used again.
            Some(earlier) => *earlier = kept,
            None => *state = Box::into_raw(Box::new(kept)),
        }
        Ok(())
    }

    /// `fmi2SetFMUstate`
    fn fmi2SetFMUstate(handle, state: State) {
        let kept = state.as_ref().ok_or_else(|| Refusal::error("the state is null"))?;
        handle.own()?.go_back(kept)
    }

    /// `fmi2FreeFMUstate`
    fn fmi2FreeFMUstate(_handle, state: *mut State) {
        if let Some(state) = state.as_mut()
            && !state.is_null()
        {
            drop(Box::from_raw(*state));
            *state = std::ptr::null_mut();
        }
        Ok(())
    }

    /// `fmi2SerializedFMUstateSize`
    fn fmi2SerializedFMUstateSize(handle, state: State, size: *mut usize) {
        let kept = state.as_ref().ok_or_else(|| Refusal::error("the state is null"))?;
        put_asked(size, handle.own()?.bytes(kept).len())
    }

    /// `fmi2SerializeFMUstate`
    fn fmi2SerializeFMUstate(handle, state: State, bytes: *mut u8, size: usize) {
        let kept = state.as_ref().ok_or_else(|| Refusal::error("the state is null"))?;
        put_all(bytes, size, &handle.own()?.bytes(kept))
    }

    /// `fmi2DeSerializeFMUstate`
    fn fmi2DeSerializeFMUstate(handle, bytes: *const u8, size: usize, state: *mut State) {
        let kept = handle.own()?.read(slice(bytes, size)?)?;
        let Some(state) = state.as_mut() else {
            return Err(Refusal::error("a pointer is null, and should point to room for a state"));
        };
        *state = Box::into_raw(Box::new(kept));
        Ok(())
    }

    /// `fmi2GetDirectionalDerivative`
    fn fmi2GetDirectionalDerivative(
        handle,
        unknowns: *const u32,
        unknown_count: usize,
        knowns: *const u32,
        known_count: usize,
        seed: *const f64,
        sensitivity: *mut f64
    ) {
        let (unknowns, knowns) = (slice(unknowns, unknown_count)?, slice(knowns, known_count)?);
        let found = handle.own()?.directional(unknowns, knowns, slice(seed, known_count)?)?;
        put_all(sensitivity, unknown_count, &found)
    }

    /// `fmi2EnterEventMode`
    fn fmi2EnterEventMode(handle) { handle.own()?.enter_event_mode() }

    /// `fmi2NewDiscreteStates`
    fn fmi2NewDiscreteStates(handle, info: *mut EventInfo) {
        let changed = handle.own()?.update_discrete()?;
        put(info, EventInfo {
            new_discrete_states_needed: 0,
            terminate_simulation: 0,
            nominals_changed: 0,
            values_changed: c_int::from(changed),
            next_event_time_defined: 0,
            next_event_time: 0.0,
        });
        Ok(())
    }

    /// `fmi2EnterContinuousTimeMode`
    fn fmi2EnterContinuousTimeMode(handle) { handle.own()?.enter_continuous() }

    /// `fmi2CompletedIntegratorStep`
    fn fmi2CompletedIntegratorStep(handle, _no_set_prior: c_int, enter_event: *mut c_int, terminate: *mut c_int) {
        let event = handle.own()?.completed_step()?;
        put(enter_event, c_int::from(event));
        put(terminate, 0);
        Ok(())
    }

    /// `fmi2SetTime`
    fn fmi2SetTime(handle, time: f64) { handle.own()?.set_time(time) }

    /// `fmi2SetContinuousStates`
    fn fmi2SetContinuousStates(handle, states: *const f64, count: usize) {
        handle.own()?.set_states(slice(states, count)?)
    }

    /// `fmi2GetDerivatives`
    fn fmi2GetDerivatives(handle, rates: *mut f64, count: usize) {
        put_all(rates, count, &handle.own()?.rates()?)
    }

    /// `fmi2GetEventIndicators`
    fn fmi2GetEventIndicators(handle, indicators: *mut f64, count: usize) {
        put_all(indicators, count, &handle.own()?.indicators()?)
    }

    /// `fmi2GetContinuousStates`
    fn fmi2GetContinuousStates(handle, states: *mut f64, count: usize) {
        put_all(states, count, &handle.own()?.states()?)
    }

    /// `fmi2GetNominalsOfContinuousStates`
    fn fmi2GetNominalsOfContinuousStates(handle, nominals: *mut f64, count: usize) {
        handle.own()?.counted(count)?;
        put_all(nominals, count, &vec![1.0; count])
    }

    /// `fmi2GetRealStatus`: the time to which the last step came.
    fn fmi2GetRealStatus(handle, kind: c_int, value: *mut f64) {
        let reached = handle.own()?.reached();
        match kind {
            LAST_SUCCESSFUL_TIME => put_asked(value, reached),
            _ => Err(Refusal::discard("the only real status is `fmi2LastSuccessfulTime`")),
        }
    }

    /// `fmi2GetBooleanStatus`: a vehicle never ends the run by itself.
    fn fmi2GetBooleanStatus(handle, kind: c_int, value: *mut c_int) {
        let _ = handle.own()?;
        match kind {
            TERMINATED => put_asked(value, 0),
            _ => Err(Refusal::discard("the only status that is true or false is `fmi2Terminated`")),
        }
    }

    /// `fmi2GetStatus`: discarded, like each status that is not available (FMI 2.0.4, 4.2.3).
    fn fmi2GetStatus(_handle, _kind: c_int, _value: *mut c_int) {
        Err(Refusal::discard("no step is pending: steps end before the call returns"))
    }

    /// `fmi2GetIntegerStatus`: discarded.
    fn fmi2GetIntegerStatus(_handle, _kind: c_int, _value: *mut c_int) {
        Err(Refusal::discard("there is no status that is an integer"))
    }

    /// `fmi2GetStringStatus`: discarded.
    fn fmi2GetStringStatus(_handle, _kind: c_int, _value: *mut *const c_char) {
        Err(Refusal::discard("no step is pending: steps end before the call returns"))
    }

    /// `fmi2DoStep`
    fn fmi2DoStep(handle, from: f64, h: f64, _no_set_prior: c_int) {
        handle.own()?.step(from, h).map(|_| ())
    }
}

/// `fmi2LastSuccessfulTime`
const LAST_SUCCESSFUL_TIME: c_int = 2;
/// `fmi2Terminated`
const TERMINATED: c_int = 3;

not_offered! {
    /// `fmi2SetRealInputDerivatives`
    fn fmi2SetRealInputDerivatives(*const u32, usize, *const c_int, *const f64),
        "inputs are held within a step; the steering wheel goes on at `driver.steering_wheel_rate`";
    /// `fmi2GetRealOutputDerivatives`
    fn fmi2GetRealOutputDerivatives(*const u32, usize, *const c_int, *mut f64), "outputs have no derivatives here";
    /// `fmi2CancelStep`
    fn fmi2CancelStep(), "no step is pending: steps end before the call returns";
}
