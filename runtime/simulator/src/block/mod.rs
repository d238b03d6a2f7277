//! Linear filters of fixed size: continuous transfer functions, and the blocks that compute them sample by sample.

mod discrete;
mod transfer;

pub use discrete::Block;
pub use transfer::TransferFunction;
