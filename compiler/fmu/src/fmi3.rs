//! The 75 functions of FMI 3.0 (FMI 3.0.2, sections 2.2, 3.2 and 4.2), as `fmi3FunctionTypes.h` declares them.
//!
//! Each hands its arguments over to [`crate::instance`]. Unsafe blocks rely on the guarantees of the standard, which
//! the module `boundary` lists.
#![allow(
    non_snake_case,
    clippy::missing_safety_doc,
    reason = "names and promises are those of the standard"
)]

use crate::boundary::{self, DISCARD, Handle, Listen, OK, WARNING, put, put_all, put_asked, read, slice};
use crate::instance::{Kept, Refusal, Role};
use crate::logging::Heard;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::PathBuf;
use std::ptr::null_mut;

/// `fmi3Instance`
pub type Pointer = *mut Handle<Listener>;
/// `fmi3FMUState`
pub type State = *mut Kept;
/// `fmi3LogMessageCallback`
pub type Logger = unsafe extern "C" fn(*mut c_void, c_int, *const c_char, *const c_char);
/// `fmi3IntermediateUpdateCallback`
pub type Update = unsafe extern "C" fn(*mut c_void, f64, bool, bool, bool, bool, *mut bool, *mut f64);

/// The importing tool.
pub struct Listener {
    logger: Option<Logger>,
    environment: *mut c_void,
    update: Option<Update>,
    may_end_early: bool,
}

impl Listen for Listener {
    fn tell(&self, status: c_int, category: &CStr, message: &CStr) {
        if let Some(logger) = self.logger {
            // `#1#` stands for the name of a variable, and `##` for `#` (FMI 3.0.2, section 2.3.1).
            let message = boundary::text(&message.to_string_lossy().replace('#', "##"));
            // SAFETY: the standard promises a function that takes these.
            unsafe { logger(self.environment, status, category.as_ptr(), message.as_ptr()) }
        }
    }
}

/// `fmi3GetVersion`
#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetVersion() -> *const c_char {
    c"3.0".as_ptr()
}

/// An instance; null if the vehicle cannot be made, in which case the logger gets the reason.
///
/// # Safety
/// The texts are null or texts of C.
unsafe fn instantiated(
    function: &str,
    role: Role,
    [token, resources]: [*const c_char; 2],
    listener: (Listener, Heard),
) -> Pointer {
    // SAFETY: as promised by the caller.
    let (token, resources) = unsafe { (read(token), read(resources)) };
    boundary::handed_out(listener, function, || {
        boundary::instance(role, token.unwrap_or_default(), resources.map(PathBuf::from))
    })
}

/// `fmi3InstantiateModelExchange`
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3InstantiateModelExchange(
    _name: *const c_char,
    token: *const c_char,
    resources: *const c_char,
    _visible: bool,
    logging: bool,
    environment: *mut c_void,
    logger: Option<Logger>,
) -> Pointer {
    let listener = Listener {
        logger,
        environment,
        update: None,
        may_end_early: false,
    };
    let function = "fmi3InstantiateModelExchange";
    // SAFETY: as the module says.
    unsafe {
        instantiated(
            function,
            Role::ModelExchange,
            [token, resources],
            (listener, Heard::all(logging)),
        )
    }
}

/// `fmi3InstantiateCoSimulation`
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3InstantiateCoSimulation(
    _name: *const c_char,
    token: *const c_char,
    resources: *const c_char,
    _visible: bool,
    logging: bool,
    event_mode: bool,
    may_end_early: bool,
    _intermediate: *const u32,
    _intermediate_count: usize,
    environment: *mut c_void,
    logger: Option<Logger>,
    update: Option<Update>,
) -> Pointer {
    let listener = Listener {
        logger,
        environment,
        update,
        may_end_early,
    };
    let function = "fmi3InstantiateCoSimulation";
    if event_mode {
        let refused = || {
            Err(Refusal::error(
                "co-simulation has no event mode here: `eventModeUsed` has to be false, as `hasEventMode` of the model description is",
            ))
        };
        return boundary::handed_out((listener, Heard::all(logging)), function, refused);
    }
    // SAFETY: as the module says.
    unsafe {
        instantiated(
            function,
            Role::CoSimulation,
            [token, resources],
            (listener, Heard::all(logging)),
        )
    }
}

/// `fmi3InstantiateScheduledExecution`: a vehicle has no clocks; null, with this reason to the logger.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3InstantiateScheduledExecution(
    _name: *const c_char,
    _token: *const c_char,
    _resources: *const c_char,
    _visible: bool,
    logging: bool,
    environment: *mut c_void,
    logger: Option<Logger>,
    _clock_update: *const c_void,
    _lock: *const c_void,
    _unlock: *const c_void,
) -> Pointer {
    let listener = Listener {
        logger,
        environment,
        update: None,
        may_end_early: false,
    };
    boundary::handed_out(
        (listener, Heard::all(logging)),
        "fmi3InstantiateScheduledExecution",
        || {
            Err(Refusal::error(
                "a vehicle has no clocks: use co-simulation or model exchange",
            ))
        },
    )
}

/// `fmi3FreeInstance`
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3FreeInstance(instance: Pointer) {
    // SAFETY: as the module says.
    unsafe { boundary::freed(instance) }
}

/// Functions of an instance: name, arguments, what they do.
macro_rules! functions {
    ($($(#[$doc:meta])* fn $name:ident($handle:ident $(, $argument:ident: $type:ty)*) $body:block)*) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(instance: Pointer $(, $argument: $type)*) -> c_int {
            // SAFETY: as the module says, for the instance and for what the body does with the arguments.
            unsafe { boundary::call(instance, stringify!($name), |$handle| $body) }
        }
    )*};
}

/// Functions that the library does not offer, each with the reason.
macro_rules! not_offered {
    ($reason:literal: $($(#[$doc:meta])* fn $name:ident($($type:ty),*);)*) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(instance: Pointer $(, _: $type)*) -> c_int {
            // SAFETY: as the module says.
            unsafe { boundary::call(instance, stringify!($name), |_| Err(Refusal::error($reason))) }
        }
    )*};
}

/// Access to variables of types that no variable has: accepted for an empty list, refused for any variable.
macro_rules! no_variables {
    ($($get:ident, $set:ident: $kind:literal, $type:ty;)*) => {$(
        functions! {
            /// The vehicle has no variables of this type.
            fn $get(_handle, _references: *const u32, count: usize, _values: *mut $type, _value_count: usize) {
                none_of(count, $kind)
            }

            /// The vehicle has no variables of this type.
            fn $set(_handle, _references: *const u32, count: usize, _values: *const $type, _value_count: usize) {
                none_of(count, $kind)
            }
        }
    )*};
}

fn none_of(count: usize, kind: &str) -> Result<(), Refusal> {
    match count {
        0 => Ok(()),
        _ => Err(Refusal::error(format!(
            "the vehicle has no variables of the type {kind}"
        ))),
    }
}

no_variables! {
    fmi3GetFloat32, fmi3SetFloat32: "Float32", f32;
    fmi3GetInt8, fmi3SetInt8: "Int8", i8;
    fmi3GetUInt8, fmi3SetUInt8: "UInt8", u8;
    fmi3GetInt16, fmi3SetInt16: "Int16", i16;
    fmi3GetUInt16, fmi3SetUInt16: "UInt16", u16;
    fmi3GetUInt32, fmi3SetUInt32: "UInt32", u32;
    fmi3GetInt64, fmi3SetInt64: "Int64", i64;
    fmi3GetUInt64, fmi3SetUInt64: "UInt64", u64;
    fmi3GetBoolean, fmi3SetBoolean: "Boolean", bool;
    fmi3GetString, fmi3SetString: "String", *const c_char;
}

/// Refuses an array whose number of values differs from the number of the variables: a scalar has one value, and an
/// array has as many as its dimension states.
fn check_room(count: usize, values: usize) -> Result<(), Refusal> {
    match count == values {
        true => Ok(()),
        false => Err(Refusal::error(format!(
            "{values} values for variables that have {count} values: a scalar has one, and an array as many as its dimension tells"
        ))),
    }
}

functions! {
    /// `fmi3SetDebugLogging`
    fn fmi3SetDebugLogging(handle, on: bool, count: usize, categories: *const *const c_char) {
        handle.hear(on, count, categories)
    }

    /// `fmi3EnterInitializationMode`
    fn fmi3EnterInitializationMode(
        handle,
        has_tolerance: bool,
        tolerance: f64,
        start: f64,
        has_stop: bool,
        stop: f64
    ) {
        let instance = handle.own()?;
        instance.set_start(start)?;
        instance.set_tolerance(has_tolerance.then_some(tolerance))?;
        instance.set_stop(has_stop.then_some(stop))?;
        instance.enter_initialization()
    }

    /// `fmi3ExitInitializationMode`
    fn fmi3ExitInitializationMode(handle) { handle.own()?.exit_initialization() }

    /// `fmi3EnterEventMode`
    fn fmi3EnterEventMode(handle) { handle.own()?.enter_event_mode() }

    /// `fmi3Terminate`
    fn fmi3Terminate(handle) { handle.own()?.terminate() }

    /// `fmi3Reset`
    fn fmi3Reset(handle) {
        handle.own()?.reset();
        Ok(())
    }

    /// `fmi3GetFloat64`
    fn fmi3GetFloat64(handle, references: *const u32, count: usize, values: *mut f64, value_count: usize) {
        let instance = handle.own()?;
        let references = instance.spread(slice(references, count)?)?;
        check_room(references.len(), value_count)?;
        let found: Result<Vec<f64>, Refusal> = references.iter().map(|own| instance.get(*own, false)).collect();
        put_all(values, value_count, &found?)
    }

    /// `fmi3SetFloat64`
    fn fmi3SetFloat64(handle, references: *const u32, count: usize, values: *const f64, value_count: usize) {
        let instance = handle.own()?;
        let references = instance.spread(slice(references, count)?)?;
        check_room(references.len(), value_count)?;
        let each = references.iter().zip(slice(values, value_count)?);
        let each: Vec<(u32, f64)> = each.map(|(own, value)| (*own, *value)).collect();
        instance.set_all(&each, false)
    }

    /// `fmi3GetInt32`
    fn fmi3GetInt32(handle, references: *const u32, count: usize, values: *mut i32, value_count: usize) {
        check_room(count, value_count)?;
        let instance = handle.own()?;
        let found: Result<Vec<i32>, Refusal> =
            slice(references, count)?.iter().map(|own| Ok(instance.get(*own, true)? as i32)).collect();
        put_all(values, count, &found?)
    }

    /// `fmi3SetInt32`
    fn fmi3SetInt32(handle, references: *const u32, count: usize, values: *const i32, value_count: usize) {
        check_room(count, value_count)?;
        let instance = handle.own()?;
        let each = slice(references, count)?.iter().zip(slice(values, count)?);
        let each: Vec<(u32, f64)> = each.map(|(own, value)| (*own, f64::from(*value))).collect();
        instance.set_all(&each, true)
    }

    /// `fmi3GetBinary`: the vehicle has no variables of this type.
    fn fmi3GetBinary(
        _handle,
        _references: *const u32,
        count: usize,
        _sizes: *mut usize,
        _values: *mut *const u8,
        _value_count: usize
    ) {
        none_of(count, "Binary")
    }

    /// `fmi3SetBinary`: the vehicle has no variables of this type.
    fn fmi3SetBinary(
        _handle,
        _references: *const u32,
        count: usize,
        _sizes: *const usize,
        _values: *const *const u8,
        _value_count: usize
    ) {
        none_of(count, "Binary")
    }

    /// `fmi3GetClock`: the vehicle has no variables of this type.
    fn fmi3GetClock(_handle, _references: *const u32, count: usize, _values: *mut bool) {
        none_of(count, "Clock")
    }

    /// `fmi3SetClock`: the vehicle has no variables of this type.
    fn fmi3SetClock(_handle, _references: *const u32, count: usize, _values: *const bool) {
        none_of(count, "Clock")
    }

    /// `fmi3GetFMUState`
    fn fmi3GetFMUState(handle, state: *mut State) {
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

    /// `fmi3SetFMUState`
    fn fmi3SetFMUState(handle, state: State) {
        let kept = state.as_ref().ok_or_else(|| Refusal::error("the state is null"))?;
        handle.own()?.go_back(kept)
    }

    /// `fmi3FreeFMUState`
    fn fmi3FreeFMUState(_handle, state: *mut State) {
        if let Some(state) = state.as_mut()
            && !state.is_null()
        {
            drop(Box::from_raw(*state));
            *state = null_mut();
        }
        Ok(())
    }

    /// `fmi3SerializedFMUStateSize`
    fn fmi3SerializedFMUStateSize(handle, state: State, size: *mut usize) {
        let kept = state.as_ref().ok_or_else(|| Refusal::error("the state is null"))?;
        put_asked(size, handle.own()?.bytes(kept).len())
    }

    /// `fmi3SerializeFMUState`
    fn fmi3SerializeFMUState(handle, state: State, bytes: *mut u8, size: usize) {
        let kept = state.as_ref().ok_or_else(|| Refusal::error("the state is null"))?;
        put_all(bytes, size, &handle.own()?.bytes(kept))
    }

    /// `fmi3DeserializeFMUState`
    fn fmi3DeserializeFMUState(handle, bytes: *const u8, size: usize, state: *mut State) {
        let kept = handle.own()?.read(slice(bytes, size)?)?;
        let Some(state) = state.as_mut() else {
            return Err(Refusal::error("a pointer is null, and should point to room for a state"));
        };
        *state = Box::into_raw(Box::new(kept));
        Ok(())
    }

    /// `fmi3GetDirectionalDerivative`
    fn fmi3GetDirectionalDerivative(
        handle,
        unknowns: *const u32,
        unknown_count: usize,
        knowns: *const u32,
        known_count: usize,
        seed: *const f64,
        seed_count: usize,
        sensitivity: *mut f64,
        sensitivity_count: usize
    ) {
        let instance = handle.own()?;
        let unknowns = instance.spread(slice(unknowns, unknown_count)?)?;
        let knowns = instance.spread(slice(knowns, known_count)?)?;
        check_room(knowns.len(), seed_count)?;
        let found = instance.directional(&unknowns, &knowns, slice(seed, seed_count)?)?;
        put_all(sensitivity, sensitivity_count, &found)
    }

    /// `fmi3GetAdjointDerivative`
    fn fmi3GetAdjointDerivative(
        handle,
        unknowns: *const u32,
        unknown_count: usize,
        knowns: *const u32,
        known_count: usize,
        seed: *const f64,
        seed_count: usize,
        sensitivity: *mut f64,
        sensitivity_count: usize
    ) {
        let instance = handle.own()?;
        let unknowns = instance.spread(slice(unknowns, unknown_count)?)?;
        let knowns = instance.spread(slice(knowns, known_count)?)?;
        check_room(unknowns.len(), seed_count)?;
        let found = instance.adjoint(&unknowns, &knowns, slice(seed, seed_count)?)?;
        put_all(sensitivity, sensitivity_count, &found)
    }

    /// `fmi3UpdateDiscreteStates`
    fn fmi3UpdateDiscreteStates(
        handle,
        needs_update: *mut bool,
        terminate: *mut bool,
        nominals_changed: *mut bool,
        values_changed: *mut bool,
        next_event_defined: *mut bool,
        next_event: *mut f64
    ) {
        let changed = handle.own()?.update_discrete()?;
        for told in [needs_update, terminate, nominals_changed, next_event_defined] {
            put(told, false);
        }
        put(values_changed, changed);
        put(next_event, 0.0);
        Ok(())
    }

    /// `fmi3EvaluateDiscreteStates`: without `providesEvaluateDiscreteStates` it does nothing (FMI 3.0.2, 2.3.5).
    fn fmi3EvaluateDiscreteStates(handle) { handle.own()?.evaluate_discrete() }

    /// `fmi3EnterContinuousTimeMode`
    fn fmi3EnterContinuousTimeMode(handle) { handle.own()?.enter_continuous() }

    /// `fmi3CompletedIntegratorStep`
    fn fmi3CompletedIntegratorStep(handle, _no_set_prior: bool, enter_event: *mut bool, terminate: *mut bool) {
        let event = handle.own()?.completed_step()?;
        put(enter_event, event);
        put(terminate, false);
        Ok(())
    }

    /// `fmi3SetTime`
    fn fmi3SetTime(handle, time: f64) { handle.own()?.set_time(time) }

    /// `fmi3SetContinuousStates`
    fn fmi3SetContinuousStates(handle, states: *const f64, count: usize) {
        handle.own()?.set_states(slice(states, count)?)
    }

    /// `fmi3GetContinuousStateDerivatives`
    fn fmi3GetContinuousStateDerivatives(handle, rates: *mut f64, count: usize) {
        put_all(rates, count, &handle.own()?.rates()?)
    }

    /// `fmi3GetEventIndicators`
    fn fmi3GetEventIndicators(handle, indicators: *mut f64, count: usize) {
        put_all(indicators, count, &handle.own()?.indicators()?)
    }

    /// `fmi3GetContinuousStates`
    fn fmi3GetContinuousStates(handle, states: *mut f64, count: usize) {
        put_all(states, count, &handle.own()?.states()?)
    }

    /// `fmi3GetNominalsOfContinuousStates`
    fn fmi3GetNominalsOfContinuousStates(handle, nominals: *mut f64, count: usize) {
        handle.own()?.counted(count)?;
        put_all(nominals, count, &vec![1.0; count])
    }

    /// `fmi3GetNumberOfEventIndicators`
    fn fmi3GetNumberOfEventIndicators(handle, count: *mut usize) {
        put_asked(count, handle.own()?.indicator_count())
    }

    /// `fmi3GetNumberOfContinuousStates`
    fn fmi3GetNumberOfContinuousStates(handle, count: *mut usize) {
        put_asked(count, handle.own()?.state_count())
    }
}

not_offered! {
    "the structure is fixed: the vehicle has no structural parameters":
    /// `fmi3EnterConfigurationMode`
    fn fmi3EnterConfigurationMode();
    /// `fmi3ExitConfigurationMode`
    fn fmi3ExitConfigurationMode();
    /// `fmi3GetNumberOfVariableDependencies`
    fn fmi3GetNumberOfVariableDependencies(u32, *mut usize);
    /// `fmi3GetVariableDependencies`
    fn fmi3GetVariableDependencies(u32, *mut usize, *mut u32, *mut usize, *mut c_int, usize);
}

not_offered! {
    "the vehicle has no clocks":
    /// `fmi3GetIntervalDecimal`
    fn fmi3GetIntervalDecimal(*const u32, usize, *mut f64, *mut c_int);
    /// `fmi3GetIntervalFraction`
    fn fmi3GetIntervalFraction(*const u32, usize, *mut u64, *mut u64, *mut c_int);
    /// `fmi3GetShiftDecimal`
    fn fmi3GetShiftDecimal(*const u32, usize, *mut f64);
    /// `fmi3GetShiftFraction`
    fn fmi3GetShiftFraction(*const u32, usize, *mut u64, *mut u64);
    /// `fmi3SetIntervalDecimal`
    fn fmi3SetIntervalDecimal(*const u32, usize, *const f64);
    /// `fmi3SetIntervalFraction`
    fn fmi3SetIntervalFraction(*const u32, usize, *const u64, *const u64);
    /// `fmi3SetShiftDecimal`
    fn fmi3SetShiftDecimal(*const u32, usize, *const f64);
    /// `fmi3SetShiftFraction`
    fn fmi3SetShiftFraction(*const u32, usize, *const u64, *const u64);
    /// `fmi3ActivateModelPartition`
    fn fmi3ActivateModelPartition(u32, f64);
}

not_offered! {
    "co-simulation has no event mode here, and is in step mode at once":
    /// `fmi3EnterStepMode`
    fn fmi3EnterStepMode();
}

not_offered! {
    "outputs have no derivatives here":
    /// `fmi3GetOutputDerivatives`
    fn fmi3GetOutputDerivatives(*const u32, usize, *const i32, *mut f64, usize);
}

/// `fmi3DoStep`: after each step of the integration the importing tool gets a call, in which it may end the
/// communication step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3DoStep(
    instance: Pointer,
    from: f64,
    h: f64,
    _no_set_prior: bool,
    event_needed: *mut bool,
    terminate: *mut bool,
    early: *mut bool,
    reached: *mut f64,
) -> c_int {
    const NAME: &str = "fmi3DoStep";
    let (mut plan, mut before) = ((0, 0.0), None);
    // SAFETY: as the module says.
    let begun = unsafe {
        boundary::call(instance, NAME, |handle| {
            if handle.is_stepping {
                return Err(Refusal::error("a step is under way"));
            }
            let instance = handle.own()?;
            let noted = instance.before(h)?;
            plan = instance.divide(from, h)?;
            before = Some(noted);
            Ok(())
        })
    };
    if begun != OK {
        return begun;
    }
    let (mut status, mut warned, mut is_early, mut time) = (OK, OK, false, from);
    // Time at which the importing tool wants the step to end, and whether it has heard of a part of the step.
    let (mut end, mut has_heard) = (f64::INFINITY, false);
    for left in (0..plan.0).rev() {
        let mut told = None;
        // SAFETY: as the module says. No reference to the instance lives between two calls: the importing tool may call from its update.
        let part = unsafe {
            boundary::call(instance, NAME, |handle| {
                handle.is_stepping = false;
                let done = handle.own()?.sub_step(plan.1);
                time = handle.own()?.reached();
                let _ = done?;
                handle.is_stepping = handle.listener.update.is_some();
                let listener = &handle.listener;
                told = listener
                    .update
                    .map(|update| (update, listener.environment, listener.may_end_early && left > 0));
                Ok(())
            })
        };
        if part == WARNING {
            warned = WARNING;
        } else if part != OK {
            status = part;
            break;
        }
        if let Some((update, environment, may_end)) = told {
            let (mut wants, mut until) = (false, time);
            // SAFETY: the standard promises a function that takes these.
            unsafe { update(environment, time, false, true, true, may_end, &mut wants, &mut until) };
            // SAFETY: as the module says.
            let _ = unsafe {
                boundary::call(instance, NAME, |handle| {
                    handle.is_stepping = false;
                    Ok(())
                })
            };
            has_heard = true;
            if may_end && wants {
                end = end.min(until);
            }
        }
        if left > 0 && time + plan.1 > end + 1e-9 * plan.1 {
            is_early = true;
            break;
        }
    }
    if status == DISCARD {
        // A step that is discarded leaves the vehicle as it was. One of which parts were told cannot be taken back.
        // SAFETY: as the module says.
        let taken_back = unsafe {
            boundary::call(instance, NAME, |handle| match before {
                Some(before) if !has_heard => handle.own()?.take_back(&before),
                _ => Err(Refusal::error(
                    "a part of the step was refused after intermediate updates had told of parts before it: give shorter steps",
                )),
            })
        };
        match taken_back {
            OK => time = from,
            refused => status = refused,
        }
    }
    // SAFETY: room for the values, or null.
    unsafe {
        put(event_needed, false);
        put(terminate, false);
        put(early, is_early);
        put(reached, time);
    }
    status.max(warned)
}
