//! A compiled vehicle under test: its interpreted programs, or its emitted code.

use wishbone::level::Level;
use wishbone::ports::{BodyMotion, Drive, Energy, InputPorts, WheelLoad, WheelMotion};
use wishbone::solver::Solver;
use wishbone::stabilise::{Gap, Projection};
use wishbone::state::StateVector;
use wishbone_compiler::formulation::ports::{BodyVector, InputPort, OutputPort, WheelVector};
use wishbone_compiler::formulation::programs::Traceable;
use wishbone_compiler::ir::{Rounding, interpret_by};
use wishbone_compiler::pipeline::Compiled;

/// What acts from outside, sized at run time.
#[derive(Clone, Debug, Default)]
pub struct Acting {
    /// By driven joint.
    pub drives: Vec<Drive>,
    /// By wheel.
    pub wheels: Vec<WheelLoad>,
    /// By signal.
    pub signals: Vec<f64>,
}

/// What an evaluation gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Rates {
    /// Of the coordinates.
    pub q: Vec<f64>,
    /// Of the speeds.
    pub v: Vec<f64>,
    /// Motion of the wheels.
    pub wheels: Vec<WheelMotion>,
}

/// A solver, whatever it is made of.
pub trait Subject {
    /// Coordinates at the design position.
    fn design(&self) -> Vec<f64>;
    /// Number of speeds.
    fn speeds(&self) -> usize;
    /// Number of driven joints.
    fn drives(&self) -> usize;
    /// Number of wheels.
    fn wheels(&self) -> usize;
    /// Number of signals.
    fn signals(&self) -> usize;
    /// One correction of the coordinates; the largest residual before it.
    fn correct_position(&mut self, q: &mut [f64], acting: &Acting) -> f64;
    /// The correction of the speeds; the largest residual before it.
    fn correct_velocity(&mut self, q: &[f64], v: &mut [f64], acting: &Acting) -> f64;
    /// Corrects both at once and gives the largest residual and the largest rate; none where a loop needs iteration.
    fn close(&mut self, q: &mut [f64], v: &mut [f64], acting: &Acting) -> Option<[f64; 2]>;
    /// Rates of change.
    fn rates(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Rates;
    /// Motion of the bodies when the speeds change at `v_rate`.
    fn bodies(&mut self, q: &[f64], v: &[f64], acting: &Acting, v_rate: &[f64]) -> Vec<BodyMotion>;
    /// Named outputs, with the rates that the state has under these inputs.
    fn outputs(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Vec<f64>;
    /// Energy.
    fn energy(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Energy;
}

/// The programs of a compiled vehicle, run by the reference interpreter.
pub struct Interpreted<'a> {
    compiled: &'a Compiled,
    parameters: Vec<f64>,
    prepared: Vec<f64>,
    rounding: Rounding,
}

impl<'a> Interpreted<'a> {
    /// With all parameters at their defaults.
    pub fn new(compiled: &'a Compiled) -> Self {
        let defaults = compiled.model.parameters.iter().map(|parameter| parameter.default);
        Self::with(compiled, defaults.collect())
    }

    /// With these parameters.
    pub fn with(compiled: &'a Compiled, parameters: Vec<f64>) -> Self {
        Interpreted {
            compiled,
            prepared: interpret_by(&compiled.programs.prepare.program, &parameters, Rounding::Separate),
            parameters,
            rounding: Rounding::Separate,
        }
    }

    /// Evaluating and correcting with the rounding of that level.
    pub fn at_level(self, level: Level) -> Self {
        let rounding = match level {
            Level::Baseline => Rounding::Separate,
            _ => Rounding::Fused,
        };
        Interpreted { rounding, ..self }
    }

    /// The programs of a step at the level: evaluation, correction of the positions, of the speeds.
    fn of_step(&self) -> [&'a Traceable; 3] {
        let programs = &self.compiled.programs;
        match self.rounding {
            Rounding::Separate => [
                &programs.evaluation,
                &programs.position_correction,
                &programs.velocity_correction,
            ],
            Rounding::Fused => programs.at_levels(),
        }
    }

    fn run(
        &self,
        traceable: &Traceable,
        q: &[f64],
        v: &[f64],
        acting: &Acting,
        v_rate: &[f64],
        mut give: impl FnMut(OutputPort, f64),
    ) {
        let read = |port: &InputPort| match *port {
            InputPort::Parameter(i) => self.parameters[i],
            InputPort::Prepared(i) => self.prepared[i],
            InputPort::Coordinate(i) => q[i],
            InputPort::Speed(i) => v[i],
            InputPort::SpeedRate(i) => v_rate[i],
            InputPort::Drive(d, 0) => acting.drives[d].position,
            InputPort::Drive(d, 1) => acting.drives[d].velocity,
            InputPort::Drive(d, _) => acting.drives[d].acceleration,
            InputPort::WheelForce(w, k) => acting.wheels[w].force[k],
            InputPort::WheelMoment(w, k) => acting.wheels[w].moment[k],
            InputPort::DriveTorque(w) => acting.wheels[w].drive_torque,
            InputPort::BrakeTorque(w) => acting.wheels[w].brake_torque,
            InputPort::Signal(i) => acting.signals[i],
        };
        let inputs: Vec<f64> = traceable.inputs.iter().map(read).collect();
        let programs = &self.compiled.programs;
        let is = |program: &Traceable| std::ptr::eq(program, traceable);
        let of_baseline = [
            &programs.evaluation,
            &programs.position_correction,
            &programs.velocity_correction,
        ];
        let closings = [programs.closing.as_ref(), programs.closing_at_levels()];
        let of_step = of_baseline.into_iter().chain(programs.at_levels());
        let by_level = of_step.chain(closings.into_iter().flatten()).any(is);
        let rounding = if by_level { self.rounding } else { Rounding::Separate };
        let results = interpret_by(&traceable.program, &inputs, rounding);
        for (&port, value) in traceable.outputs.iter().zip(results) {
            give(port, value);
        }
    }
}

impl Subject for Interpreted<'_> {
    fn design(&self) -> Vec<f64> {
        self.compiled.layout.design().to_vec()
    }

    fn speeds(&self) -> usize {
        self.compiled.layout.speeds.len()
    }

    fn drives(&self) -> usize {
        self.compiled.model.drives.len()
    }

    fn wheels(&self) -> usize {
        self.compiled.model.wheels.len()
    }

    fn signals(&self) -> usize {
        self.compiled.model.signals.len()
    }

    fn correct_position(&mut self, q: &mut [f64], acting: &Acting) -> f64 {
        let (mut corrected, mut largest) = (q.to_vec(), 0.0_f64);
        let [_, position_correction, _] = self.of_step();
        self.run(position_correction, q, &[], acting, &[], |port, value| match port {
            OutputPort::Coordinate(i) => corrected[i] = value,
            OutputPort::Residual(_) => largest = largest.max(value.abs()),
            _ => {}
        });
        q.copy_from_slice(&corrected);
        largest
    }

    fn correct_velocity(&mut self, q: &[f64], v: &mut [f64], acting: &Acting) -> f64 {
        let (mut corrected, mut largest) = (v.to_vec(), 0.0_f64);
        let [.., velocity_correction] = self.of_step();
        self.run(velocity_correction, q, v, acting, &[], |port, value| match port {
            OutputPort::Speed(i) => corrected[i] = value,
            OutputPort::Residual(_) => largest = largest.max(value.abs()),
            _ => {}
        });
        v.copy_from_slice(&corrected);
        largest
    }

    fn close(&mut self, q: &mut [f64], v: &mut [f64], acting: &Acting) -> Option<[f64; 2]> {
        let programs = &self.compiled.programs;
        let closing = match self.rounding {
            Rounding::Separate => programs.closing.as_ref(),
            Rounding::Fused => programs.closing_at_levels(),
        }?;
        let (given_q, given_v) = (q.to_vec(), v.to_vec());
        let mut largest = [0.0_f64; 2];
        self.run(closing, &given_q, &given_v, acting, &[], |port, value| match port {
            OutputPort::Coordinate(i) => q[i] = value,
            OutputPort::Speed(i) => v[i] = value,
            OutputPort::Residual(_) => largest[0] = largest[0].max(value.abs()),
            OutputPort::ResidualRate(_) => largest[1] = largest[1].max(value.abs()),
            _ => {}
        });
        Some(largest)
    }

    fn rates(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Rates {
        let mut rates = Rates {
            q: vec![0.0; q.len()],
            v: vec![0.0; v.len()],
            wheels: vec![WheelMotion::ZERO; acting.wheels.len()],
        };
        let [evaluation, ..] = self.of_step();
        self.run(evaluation, q, v, acting, &[], |port, value| match port {
            OutputPort::CoordinateRate(i) => rates.q[i] = value,
            OutputPort::SpeedRate(i) => rates.v[i] = value,
            OutputPort::WheelSpin(w) => rates.wheels[w].spin = value,
            OutputPort::Wheel(w, vector, k) => {
                let wheel = &mut rates.wheels[w];
                match vector {
                    WheelVector::Centre => wheel.centre[k] = value,
                    WheelVector::Axis => wheel.axis[k] = value,
                    WheelVector::Velocity => wheel.velocity[k] = value,
                    WheelVector::CarrierAngularVelocity => wheel.carrier_angular_velocity[k] = value,
                }
            }
            _ => {}
        });
        rates
    }

    fn bodies(&mut self, q: &[f64], v: &[f64], acting: &Acting, v_rate: &[f64]) -> Vec<BodyMotion> {
        let mut bodies = vec![BodyMotion::ZERO; self.compiled.model.bodies.len() - 1];
        self.run(&self.compiled.programs.bodies, q, v, acting, v_rate, |port, value| {
            if let OutputPort::Body(b, vector, k) = port {
                let body = &mut bodies[b];
                match vector {
                    BodyVector::Rotation(i) => body.rotation[i][k] = value,
                    BodyVector::Com => body.com[k] = value,
                    BodyVector::AngularVelocity => body.angular_velocity[k] = value,
                    BodyVector::Velocity => body.velocity[k] = value,
                    BodyVector::AngularAcceleration => body.angular_acceleration[k] = value,
                    BodyVector::Acceleration => body.acceleration[k] = value,
                }
            }
        });
        bodies
    }

    fn outputs(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Vec<f64> {
        let mut outputs = Vec::new();
        let rate = self.rates(q, v, acting).v;
        self.run(&self.compiled.programs.outputs, q, v, acting, &rate, |_, value| {
            outputs.push(value)
        });
        outputs
    }

    fn energy(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Energy {
        let mut parts = Vec::new();
        self.run(&self.compiled.programs.energy, q, v, acting, &[], |_, value| {
            parts.push(value)
        });
        Energy {
            kinetic: parts[0],
            gravity: parts[1],
            elastic: parts[2],
        }
    }
}

/// An emitted solver.
pub struct Emitted<S>(pub S);

impl<S: Solver> Emitted<S> {
    fn state(q: &[f64], v: &[f64]) -> S::State {
        let mut state = S::State::zero();
        state.coordinates_mut().copy_from_slice(q);
        state.speeds_mut().copy_from_slice(v);
        state
    }

    fn inputs(acting: &Acting) -> S::Inputs {
        let mut inputs = S::Inputs::default();
        inputs.drives().copy_from_slice(&acting.drives);
        inputs.wheels().copy_from_slice(&acting.wheels);
        inputs.signals().copy_from_slice(&acting.signals);
        inputs
    }
}

/// Infinite where the correction is worth nothing.
fn size(gap: Gap) -> f64 {
    if gap.is_regular() { gap.size } else { f64::INFINITY }
}

impl<S: Solver> Subject for Emitted<S> {
    fn design(&self) -> Vec<f64> {
        S::design_state().coordinates().to_vec()
    }

    fn speeds(&self) -> usize {
        S::SPEEDS.len()
    }

    fn drives(&self) -> usize {
        S::DRIVES.len()
    }

    fn wheels(&self) -> usize {
        S::WHEELS.len()
    }

    fn signals(&self) -> usize {
        S::SIGNALS.len()
    }

    fn correct_position(&mut self, q: &mut [f64], acting: &Acting) -> f64 {
        let mut state = Self::state(q, &vec![0.0; self.speeds()]);
        let gap = self.0.correct_position(&mut state, &Self::inputs(acting));
        q.copy_from_slice(state.coordinates());
        size(gap)
    }

    fn correct_velocity(&mut self, q: &[f64], v: &mut [f64], acting: &Acting) -> f64 {
        let mut state = Self::state(q, v);
        let gap = self.0.correct_velocity(&mut state, &Self::inputs(acting));
        v.copy_from_slice(state.speeds());
        size(gap)
    }

    fn close(&mut self, q: &mut [f64], v: &mut [f64], acting: &Acting) -> Option<[f64; 2]> {
        let mut state = Self::state(q, v);
        let closed = self.0.close(&mut state, &Self::inputs(acting), &Projection::ONCE);
        q.copy_from_slice(state.coordinates());
        v.copy_from_slice(state.speeds());
        Some(closed.map_or([f64::INFINITY; 2], |closure| [closure.residual, closure.rate]))
    }

    fn rates(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Rates {
        let inputs = Self::inputs(acting);
        self.0.kinematics(&Self::state(q, v), &inputs);
        let wheels = self.0.wheels().to_vec();
        let rate = self.0.accelerations(&inputs);
        Rates {
            q: rate.coordinates().to_vec(),
            v: rate.speeds().to_vec(),
            wheels,
        }
    }

    fn bodies(&mut self, q: &[f64], v: &[f64], acting: &Acting, v_rate: &[f64]) -> Vec<BodyMotion> {
        let rate = Self::state(&vec![0.0; q.len()], v_rate);
        self.0.bodies(&Self::state(q, v), &Self::inputs(acting), &rate).to_vec()
    }

    fn outputs(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Vec<f64> {
        let rate = Self::state(&vec![0.0; q.len()], &self.rates(q, v, acting).v);
        self.0
            .outputs(&Self::state(q, v), &Self::inputs(acting), &rate)
            .to_vec()
    }

    fn energy(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Energy {
        self.0.energy(&Self::state(q, v), &Self::inputs(acting))
    }
}
