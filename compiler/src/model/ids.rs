//! Typed indices: a body can never be taken for a joint.

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// Position in the model's list.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            fn from(index: usize) -> Self {
                Self(u32::try_from(index).expect("fewer than 2^32 elements"))
            }
        }
    )*};
}

id! {
    /// A body; [`BodyId::GROUND`] is the ground.
    BodyId;
    /// A joint or link.
    JointId;
    /// A spring-damper.
    SpringId;
    /// A force element that is no spring-damper.
    ForceId;
    /// A wheel.
    WheelId;
    /// A named input that drives a joint.
    DriveId;
    /// A named input that gives the size of a force or torque.
    SignalId;
    /// A field of the solver.
    ParameterId;
    /// A number, vector or tensor of a declared part, or of a step that closes loops.
    QuantityId;
}

impl BodyId {
    /// The ground: always the first body of a model.
    pub const GROUND: BodyId = BodyId(0);
}
