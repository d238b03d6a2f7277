//! Balance of the forces along the free motions.

use super::loads::{Load, lock};
use super::motions::{Height, Motions, Settling};
use super::stiffness::{APART, Stiffness, settling};
use super::{LONGEST, NotReached, Rig};
use nalgebra::{DMatrix, DVector, Vector3};
use wishbone::prelude::*;
use wishbone::state::StateVector;

impl<S: Solver + Clone> Rig<S> {
    /// Generalised forces along motions at rest, without the forces that hold the wheels at their heights.
    pub(super) fn generalised_forces(&mut self, motions: &DMatrix<f64>) -> DVector<f64> {
        let still = DVector::zeros(motions.nrows());
        self.forces_while(motions, &still)
    }

    /// Generalised forces along motions at rest, with the forces that hold the wheels at their heights.
    pub(super) fn unbalanced_forces(&mut self, motions: &DMatrix<f64>) -> DVector<f64> {
        let unloaded = self.inputs.clone();
        let wheels = self.wheels();
        for (wheel, (load, force)) in self.inputs.wheels().iter_mut().zip(self.forces.iter()).enumerate() {
            Load::at_contact(Vector3::new(0.0, 0.0, *force), &wheels[wheel], self.radii[wheel]).add_to(load);
        }
        let forces = self.generalised_forces(motions);
        self.inputs = unloaded;
        forces
    }

    /// Generalised forces, without the forces that hold the heights, while the vehicle moves with these speeds:
    /// `pᵀ M a = T(p + a) - T(p) - T(a)`, where `T` is the kinetic energy.
    pub(super) fn forces_while(&mut self, motions: &DMatrix<f64>, speeds: &DVector<f64>) -> DVector<f64> {
        let (mut state, mut inputs) = (self.state.clone(), self.inputs.clone());
        let solver = &mut self.system.solver;
        state.speeds_mut().copy_from_slice(speeds.as_slice());
        solver.kinematics(&state, &inputs);
        lock(inputs.wheels(), solver.wheels(), &self.driven);
        let rate = solver.accelerations(&inputs);
        let mut kinetic = |speeds: DVector<f64>| {
            state.speeds_mut().copy_from_slice(speeds.as_slice());
            solver.energy(&state, &inputs).kinetic
        };
        let rate = DVector::from_column_slice(rate.speeds());
        let size = rate.norm().max(1e-300);
        let rate = rate / size;
        let own = kinetic(rate.clone());
        let forces = motions.column_iter().map(|motion| {
            let motion: DVector<f64> = motion.into_owned();
            size * (kinetic(&motion + &rate) - kinetic(motion) - own)
        });
        DVector::from_iterator(motions.ncols(), forces)
    }

    /// Makes one step towards balance at heights that differ by `gaps`: displaces the vehicle, and returns the size of the step.
    /// The stiffness of a position nearby is used unless it is `stale`.
    pub(super) fn settle(&mut self, held: Height, gaps: &DVector<f64>, stale: bool) -> Result<f64, NotReached> {
        let here = self.motions();
        let known = self.stiffness.take().filter(|_| !stale);
        let known = known.and_then(|known| Some((here.lined_up(&known.speeds)?, known)));
        let (motions, stiffness) = match known {
            Some(known) => known,
            None => (here.clone(), self.stiffness_along(&here)?),
        };
        let unbalanced = self.unbalanced_forces(&motions.speeds);
        let (step, change) = settling(&motions, held, &stiffness.change, &unbalanced, gaps)?;
        self.stiffness = Some(stiffness);
        self.forces += change;
        let part = (LONGEST / step.amax()).min(1.0);
        let start = self.state.clone();
        self.displace(&start, &(&motions.coordinates * &step * part));
        self.close()?;
        Ok(step.amax())
    }

    /// Displacements along the motions while the wheels rise at these rates and the vehicle stays in balance.
    pub(super) fn settled(&mut self, motions: &Motions, rates: &DVector<f64>) -> Settling {
        let stiffness = self.stiffness_here(motions)?;
        settling(
            motions,
            Height::Centre,
            &stiffness,
            &DVector::zeros(motions.speeds.ncols()),
            rates,
        )
    }

    /// Derivatives of the generalised forces (rows) with respect to displacements along the motions (columns), in
    /// this state.
    pub(super) fn stiffness_here(&mut self, motions: &Motions) -> Result<DMatrix<f64>, NotReached> {
        let known = self.stiffness.take();
        let known = known.filter(|known| known.at == self.state.coordinates() && known.speeds == motions.speeds);
        let stiffness = match known {
            Some(known) => known,
            None => self.stiffness_along(motions)?,
        };
        let change = stiffness.change.clone();
        self.stiffness = Some(stiffness);
        Ok(change)
    }

    /// Speeds of the free motions in this state that are nearest to the given speeds; `None` if the motions span
    /// entirely different speeds.
    pub(super) fn near(&mut self, speeds: &DMatrix<f64>) -> Option<DMatrix<f64>> {
        let led_on = self.led_on(speeds);
        led_on.or_else(|| Some(self.motions().lined_up(speeds)?.speeds))
    }

    /// The stiffness along the motions in this state.
    fn stiffness_along(&mut self, motions: &Motions) -> Result<Stiffness, NotReached> {
        let start = self.state.clone();
        let count = motions.speeds.ncols();
        let mut change = DMatrix::zeros(count, count);
        for k in 0..count {
            let mut either = [DVector::zeros(count), DVector::zeros(count)];
            for (found, way) in either.iter_mut().zip([APART, -APART]) {
                self.displace(&start, &(motions.coordinates.column(k) * way));
                self.close()?;
                let there = self.near(&motions.speeds).ok_or(NotReached::Stiff)?;
                *found = self.unbalanced_forces(&there);
            }
            let [up, down] = either;
            change.set_column(k, &((up - down) / (2.0 * APART)));
        }
        self.state = start;
        self.motions = Some(motions.clone());
        self.is_here = true;
        Ok(Stiffness {
            speeds: motions.speeds.clone(),
            change,
            at: self.state.coordinates().to_vec(),
        })
    }
}
