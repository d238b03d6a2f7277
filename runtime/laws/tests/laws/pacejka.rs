//! The Magic Formula compared with a second implementation, written from the book in the symbols of the book, at random
//! slips, loads, inclinations, pressures, coefficients and scaling factors.

use super::magic_formula::file;
use wishbone_laws::tyre::magic_formula::{Coefficients, Side, Version};
use wishbone_laws::tyre::{Contact, MagicFormula, Slip};

/// Operating point of a tyre.
#[derive(Clone, Copy, Debug)]
struct Point {
    load: f64,
    kappa: f64,
    alpha: f64,
    gamma: f64,
    /// Forward speed [m/s].
    speed: f64,
}

/// Forces and moments according to the book.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    fx: f64,
    fy: f64,
    mx: f64,
    my: f64,
    mz: f64,
}

/// `cos(C atan(B x - E (B x - atan(B x))))`
fn cosine(b: f64, c: f64, e: f64, x: f64) -> f64 {
    (c * (b * x - e * (b * x - (b * x).atan())).atan()).cos()
}

/// `D sin(C atan(B x - E (B x - atan(B x))))`
fn sine(b: f64, c: f64, d: f64, e: f64, x: f64) -> f64 {
    d * (c * (b * x - e * (b * x - (b * x).atan())).atan()).sin()
}

fn sign(x: f64) -> f64 {
    if x < 0.0 { -1.0 } else { 1.0 }
}

/// Side force in pure slip, and its parts that the moment needs (4.E19 to 4.E30; version 5.2 by the manual of MF-Tyre
/// 5.2). In that manual the inclination has the scaling factors LGAX, LGAY and LGAZ; LKYC is used as in PAC2002.
struct Lateral {
    fy0: f64,
    mu: f64,
    stiffness: f64,
    shift_h: f64,
    shift_v: f64,
    by_cy: f64,
}

fn lateral(p: &dyn Fn(&str) -> f64, version: Version, at: &Point, dfz: f64, dpi: f64) -> Lateral {
    let (fz, g, fz0) = (at.load, at.gamma * p("LGAY"), p("FNOMIN") * p("LFZO"));
    let peak = (p("PKY2") + p("PKY5") * g * g) * (1.0 + p("PPY2") * dpi);
    let stiffness = p("PKY1")
        * fz0
        * (1.0 + p("PPY1") * dpi)
        * (1.0 - p("PKY3") * g.abs())
        * (p("PKY4") * (fz / fz0 / peak).atan()).sin()
        * p("LKY");
    let by_camber = fz * (p("PVY3") + p("PVY4") * dfz) * g * p("LKYC") * p("LMUY");
    let camber_stiffness = fz * (p("PKY6") + p("PKY7") * dfz) * (1.0 + p("PPY5") * dpi) * p("LKYC");
    let shift_h = (p("PHY1") + p("PHY2") * dfz) * p("LHY")
        + match version {
            Version::Five => p("PHY3") * g * p("LKYC"),
            Version::Six => (camber_stiffness * g - by_camber) / stiffness,
        };
    let shift_v = fz * (p("PVY1") + p("PVY2") * dfz) * p("LVY") * p("LMUY") + by_camber;
    let x = at.alpha + shift_h;
    let c = p("PCY1") * p("LCY");
    let mu = (p("PDY1") + p("PDY2") * dfz)
        * (1.0 + p("PPY3") * dpi + p("PPY4") * dpi * dpi)
        * (1.0 - p("PDY3") * g * g)
        * p("LMUY");
    let d = mu * fz;
    let e =
        (p("PEY1") + p("PEY2") * dfz) * (1.0 + p("PEY5") * g * g - (p("PEY3") + p("PEY4") * g) * sign(x)) * p("LEY");
    Lateral {
        fy0: sine(stiffness / (c * d), c, d, e.min(1.0), x) + shift_v,
        mu,
        stiffness,
        shift_h,
        shift_v,
        by_cy: stiffness / d,
    }
}

/// Coefficients that version 5.2 does not have, with the numbers that replace them in its equations (MF-Tyre 5.2).
fn of_five(name: &str) -> Option<f64> {
    match name {
        "PKY4" => Some(2.0),
        "PKY5" | "PEY5" | "RBX3" | "RBY4" | "QDZ10" | "QDZ11" => Some(0.0),
        _ => None,
    }
}

/// Forces and moments (Pacejka 2012, 4.E1 to 4.E78, without turn slip, with the choices at the head of the module).
fn book(c: &Coefficients, version: Version, at: &Point) -> Wanted {
    let p = |name: &str| {
        let mut all = *c;
        if let (Version::Five, Some(own)) = (version, of_five(name)) {
            return own;
        }
        *all.by_name(name).unwrap_or_else(|| panic!("{name} is a coefficient"))
    };
    let Point {
        load: fz,
        kappa,
        alpha,
        gamma,
        speed,
    } = *at;
    let (r0, nominal) = (p("UNLOADED_RADIUS"), p("FNOMIN"));
    let fz0 = nominal * p("LFZO");
    let dfz = (fz - fz0) / fz0;
    let [dpi, pressure] = match p("NOMPRES") {
        0.0 => [0.0, 1.0],
        nominal => [
            (p("INFLPRES") - nominal * p("LIP")) / (nominal * p("LIP")),
            p("INFLPRES") / nominal,
        ],
    };

    // 4.E9 to 4.E18
    let gx = gamma * p("LGAX");
    let stiffness_x = fz
        * (p("PKX1") + p("PKX2") * dfz)
        * (p("PKX3") * dfz).exp()
        * (1.0 + p("PPX1") * dpi + p("PPX2") * dpi * dpi)
        * p("LKX");
    let cx = p("PCX1") * p("LCX");
    let dx = (p("PDX1") + p("PDX2") * dfz)
        * (1.0 + p("PPX3") * dpi + p("PPX4") * dpi * dpi)
        * (1.0 - p("PDX3") * gx * gx)
        * p("LMUX")
        * fz;
    let x = kappa + (p("PHX1") + p("PHX2") * dfz) * p("LHX");
    let ex = (p("PEX1") + p("PEX2") * dfz + p("PEX3") * dfz * dfz) * (1.0 - p("PEX4") * sign(x)) * p("LEX");
    let rise = fz * (p("PVX1") + p("PVX2") * dfz) * p("LVX") * p("LMUX");
    let fx0 = sine(stiffness_x / (cx * dx), cx, dx, ex.min(1.0), x) + rise;

    // 4.E50 to 4.E57
    let b = (p("RBX1") + p("RBX3") * gamma * gamma) * (p("RBX2") * kappa).atan().cos() * p("LXAL");
    let e = (p("REX1") + p("REX2") * dfz).min(1.0);
    let weight = cosine(b, p("RCX1"), e, alpha + p("RHX1")) / cosine(b, p("RCX1"), e, p("RHX1"));
    let fx = weight * fx0;

    // 4.E58 to 4.E67
    let y = lateral(&p, version, at, dfz, dpi);
    let b = (p("RBY1") + p("RBY4") * gamma * gamma) * (p("RBY2") * (alpha - p("RBY3"))).atan().cos() * p("LYKA");
    let e = (p("REY1") + p("REY2") * dfz).min(1.0);
    let shift = p("RHY1") + p("RHY2") * dfz;
    let weight = cosine(b, p("RCY1"), e, kappa + shift) / cosine(b, p("RCY1"), e, shift);
    let induced = y.mu * fz * (p("RVY1") + p("RVY2") * dfz + p("RVY3") * gamma) * (p("RVY4") * alpha).atan().cos();
    let induced = induced * (p("RVY5") * (p("RVY6") * kappa).atan()).sin() * p("LVYKA");
    let fy = weight * y.fy0 + induced;

    // 4.E33 to 4.E47, 4.E71 to 4.E78
    let gz = gamma * p("LGAZ");
    let x_trail = alpha + p("QHZ1") + p("QHZ2") * dfz + (p("QHZ3") + p("QHZ4") * dfz) * gz;
    let x_residual = alpha + y.shift_h + y.shift_v / y.stiffness;
    let equivalent = |x: f64| ((x.tan().powi(2) + (stiffness_x / y.stiffness * kappa).powi(2)).sqrt()).atan() * sign(x);
    let b = (p("QBZ1") + p("QBZ2") * dfz + p("QBZ3") * dfz * dfz)
        * (1.0 + p("QBZ4") * gz + p("QBZ5") * gz.abs())
        * p("LKY")
        / p("LMUY");
    let d = fz
        * (r0 / fz0)
        * (p("QDZ1") + p("QDZ2") * dfz)
        * (1.0 - p("PPZ1") * dpi)
        * (1.0 + p("QDZ3") * gz + p("QDZ4") * gz * gz)
        * p("LTR");
    let skew = 2.0 / core::f64::consts::PI * (b * p("QCZ1") * x_trail).atan();
    let e = (p("QEZ1") + p("QEZ2") * dfz + p("QEZ3") * dfz * dfz) * (1.0 + (p("QEZ4") + p("QEZ5") * gz) * skew);
    let trail = d * cosine(b, p("QCZ1"), e.min(1.0), equivalent(x_trail)) * alpha.cos();
    let leaning = (p("QDZ8") + p("QDZ9") * dfz) * (1.0 + p("PPZ2") * dpi) + (p("QDZ10") + p("QDZ11") * dfz) * gz.abs();
    let residual =
        fz * r0 * ((p("QDZ6") + p("QDZ7") * dfz) * p("LRES") + leaning * gz * p("LKZC")) * p("LMUY") * alpha.cos();
    let stiffness = p("QBZ9") * p("LKY") / p("LMUY") + p("QBZ10") * y.by_cy;
    let residual = residual * (stiffness * equivalent(x_residual)).atan().cos();
    let arm = r0 * (p("SSZ1") + p("SSZ2") * fy / fz0 + (p("SSZ3") + p("SSZ4") * dfz) * gz) * p("LS");
    let trailing = match version {
        Version::Five => fy - induced,
        // 4.E74: the pure side force without inclination.
        Version::Six => weight * lateral(&p, version, &Point { gamma: 0.0, ..*at }, dfz, dpi).fy0,
    };
    let mz = -trail * trailing + residual + arm * fx;

    // 4.E69, with the last terms of version 6.2.
    let (load, force) = (fz / nominal, fy / nominal);
    let wave = p("QSX4")
        * (p("QSX5") * (p("QSX6") * load).powi(2).atan()).cos()
        * (p("QSX7") * gamma + p("QSX8") * (p("QSX9") * force).atan()).sin();
    let arm = p("QSX1") * p("LVMX") - p("QSX2") * gamma * (1.0 + p("PPMX1") * dpi)
        + p("QSX3") * force
        + wave
        + p("QSX10") * (p("QSX11") * load).atan() * gamma
        - p("QSX12") * gamma * gamma.abs();
    let mx = r0 * p("LMX") * (fz * arm + fy * (p("QSX13") + p("QSX14") * gamma.abs()));

    // Besselink, Schmeitz & Pacejka 2010, A48; version 5.2 by its manual.
    let v = (speed / p("LONGVL")).abs();
    let arm = p("QSY1") + p("QSY2") * fx / nominal + p("QSY3") * v + p("QSY4") * v.powi(4);
    let my = match version {
        Version::Five => -r0 * fz * arm,
        Version::Six => {
            let arm = arm + (p("QSY5") + p("QSY6") * load) * gamma * gamma;
            -r0 * nominal * arm * load.powf(p("QSY7")) * pressure.powf(p("QSY8"))
        }
    };
    Wanted {
        fx,
        fy,
        mx,
        my: my * p("LMY"),
        mz,
    }
}

fn between(rng: &mut fastrand::Rng, low: f64, high: f64) -> f64 {
    low + (high - low) * rng.f64()
}

/// Coefficients near the coefficients of a file: each coefficient of the file, and each scaling factor, is changed by up to a fifth.
fn varied(rng: &mut fastrand::Rng, file: &Coefficients) -> Coefficients {
    let mut all = *file;
    for name in Coefficients::<f64>::NAMES {
        if let Some(value) = all.by_name(name) {
            *value *= between(rng, 0.8, 1.2);
        }
    }
    all
}

#[test]
fn forces_and_moments_are_those_of_the_book() {
    let mut rng = fastrand::Rng::with_seed(17);
    for round in 0..4000 {
        let name = ["mf52", "mf61"][round % 2];
        let file = file(name);
        let mut tyre = file.mounted(Side::Left);
        if round >= 20 {
            tyre.coefficients = varied(&mut rng, &file.coefficients);
        }
        let c = tyre.coefficients;
        let at = Point {
            load: c.fnomin * between(&mut rng, 0.1, 2.0),
            kappa: between(&mut rng, -1.0, 1.0) * between(&mut rng, 0.0, 1.0),
            alpha: between(&mut rng, -1.2, 1.2) * between(&mut rng, 0.0, 1.0),
            gamma: f64::from(round % 5 > 1) * between(&mut rng, -0.15, 0.15),
            speed: between(&mut rng, 5.0, 50.0),
        };
        let wanted = book(&c, file.version, &at);
        let contact = Contact {
            arm: [0.0; 2],
            longitudinal: [1.0, 0.0, 0.0],
            lateral: [0.0, 1.0, 0.0],
            normal: [0.0, 0.0, 1.0],
            deflection: 0.02,
            deflection_rate: 0.0,
            inclination: at.gamma,
            velocity: [at.speed, at.speed * at.alpha.tan()],
            spin: at.speed / c.unloaded_radius,
            friction: 1.0,
        };
        let slip = Slip {
            longitudinal: at.kappa,
            angle: at.alpha,
        };
        let found = MagicFormula::law(&tyre, &contact, at.load, slip);
        for (what, found, wanted) in [
            ("Fx", found.force[0], wanted.fx),
            ("Fy", found.force[1], wanted.fy),
            ("Mx", found.moment[0], wanted.mx),
            ("My", found.moment[1], wanted.my),
            ("Mz", found.moment[2], wanted.mz),
        ] {
            let close = (found - wanted).abs() < 1e-9 * at.load;
            assert!(close, "{round} {name} {what}: {found}, not {wanted}, at {at:?}");
        }
    }
}
