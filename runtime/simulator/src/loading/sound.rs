//! Parameters of the sound.

/// Constants of an engine and its gear on which their sound depends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Engine {
    /// Number of cylinders.
    pub cylinders: f64,
    /// Revolutions between two ignitions of a cylinder: 2 for four strokes.
    pub revolutions: f64,
    /// Teeth of the driving gear whose meshing is heard.
    pub teeth: f64,
}

/// Levels of engine, wind and tyres at a reference [dB].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Levels {
    /// Level of the engine at 100 rad/s without load.
    pub engine: f64,
    /// Rise from no load to full load.
    pub load: f64,
    /// Level of the wind at 100 km/h.
    pub wind: f64,
    /// Level of the tyres at 100 km/h.
    pub tyres: f64,
}

impl Levels {
    /// Invented numbers of common magnitude.
    pub const COMMON: Self = Self {
        engine: 50.0,
        load: 8.0,
        wind: 68.0,
        tyres: 66.0,
    };
}

/// Frequencies and levels for the synthesis of sound.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sounds {
    /// Frequency of ignitions [Hz].
    pub firing: f64,
    /// Frequency of meshing teeth, the whine of the gear [Hz].
    pub meshing: f64,
    /// Level of the engine [dB].
    pub engine: f64,
    /// Level of the wind [dB]: the sound power of a surface in a flow grows with the sixth power of its speed (Curle 1955).
    pub wind: f64,
    /// Level of the tyres [dB]: about 30 dB per decade of speed (Sandberg & Ejsmont 2002).
    pub tyres: f64,
}

impl Sounds {
    /// The sound of an engine whose shaft drives a gear, at a speed [rad/s] and a load from 0 to 1. The vehicle has
    /// these speeds in the air and on the road [m/s].
    pub fn of(engine: &Engine, levels: &Levels, [speed, load]: [f64; 2], [air, road]: [f64; 2]) -> Self {
        let turns = speed.abs() / core::f64::consts::TAU;
        let decades = |ratio: f64| ratio.abs().max(1e-2).log10();
        let reference = 100.0 / 3.6;
        Self {
            firing: turns * engine.cylinders / engine.revolutions,
            meshing: turns * engine.teeth,
            engine: levels.engine + 40.0 * decades(speed / 100.0).max(-1.0) + levels.load * load.clamp(0.0, 1.0),
            wind: levels.wind + 60.0 * decades(air / reference),
            tyres: levels.tyres + 30.0 * decades(road / reference),
        }
    }
}
