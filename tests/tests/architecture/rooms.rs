//! The modules ("rooms") of the largest folders are ordered in floors. A room needs only rooms of its own floor and of lower floors.

use super::circles::needs;
use super::reader::Reader;
use super::root;
use std::collections::BTreeMap;

/// A folder of sources with its rooms, by floor, starting with the lowest.
struct House {
    /// Folder of the crate's sources.
    sources: &'static str,
    /// Module that contains the rooms; empty for the crate itself.
    module: &'static str,
    floors: &'static [&'static str],
}

const HOUSES: &[House] = &[
    House {
        sources: "compiler/src",
        module: "model",
        floors: &[
            "attributes choice effort ids level method names namespace vec3",
            "expand hardpoint tunable",
            "curve derived rule symmetric6",
            "ledger quantity reflection",
            "quantities threads",
            "declared",
            "body input spring wheel",
            "scope",
            "extent mirror",
            "reading",
            "joint",
            "connected element massless measure",
            "parts",
            "equipment",
            "resolve",
        ],
    },
    House {
        sources: "compiler/src",
        module: "kinematics",
        floors: &[
            "layout values",
            "design placement",
            "mechanism turning",
            "meeting position",
            "equation",
            "joint",
            "closing placing velocity",
            "closure displacement",
        ],
    },
    House {
        sources: "compiler/src",
        module: "mobility",
        floors: &[
            "closure linear pattern screw",
            "linkage",
            "choice sample",
            "jacobian",
            "explain result travel",
            "equations",
        ],
    },
    House {
        sources: "compiler/src",
        module: "formulation",
        floors: &[
            "inertia motion naming quantity rods wheels",
            "dependence force",
            "energy least",
            "attitude measure reactions",
            "evaluation method regrouping",
            "balance",
        ],
    },
    House {
        sources: "compiler/src",
        module: "programs",
        floors: &[
            "ports",
            "lanes state",
            "tracer",
            "joints slopes traceable unfinished",
            "corrections preparation traces",
            "calls reports sharing tried",
            "choose side_by_side",
            "trace",
        ],
    },
    House {
        sources: "compiler/src",
        module: "emit",
        floors: &[
            "fill format out header levels names outside sizes watched",
            "constants expression kernel places",
            "equipment functions rules",
            "corrections parameters reports slopes threads",
            "batch description",
            "solver",
        ],
    },
    House {
        sources: "vehicles/studies/src",
        module: "",
        floors: &[
            "bounds dampers decomposition driver likeness locus modes panels relaxed steps table threads towed turns whole written",
            "equilibrium findings ground_motion identify memories",
            "instant",
            "characteristics fit frequency heat kc kinematics linear manoeuvre plausibility rig sensitivity shape stiff tolerance trim",
        ],
    },
];

#[test]
fn rooms_need_no_room_above_them() {
    let (mut trespasses, mut crates) = (Vec::new(), BTreeMap::new());
    for house in HOUSES {
        let floors = house.floors.iter().enumerate();
        let floors: BTreeMap<&str, usize> = floors
            .flat_map(|(floor, rooms)| rooms.split(' ').map(move |room| (room, floor)))
            .collect();
        let read = crates.entry(house.sources);
        let needs = read.or_insert_with(|| needs(&Reader::of(&root().join(house.sources))));
        for (module, needed) in &*needs {
            let Some(room) = house.room(module) else { continue };
            let Some(own) = floors.get(room) else {
                trespasses.push(format!("`{room}` of `{}` has no floor", house.module));
                continue;
            };
            let above = needed.iter().filter_map(|needed| house.room(needed));
            let above = above.filter(|needed| floors.get(needed).is_some_and(|floor| floor > own));
            trespasses.extend(above.map(|above| format!("`{module}` needs `{above}`, which stands above it")));
        }
        let missing = floors
            .keys()
            .filter(|floor| !needs.keys().any(|module| house.room(module) == Some(floor)));
        trespasses.extend(missing.map(|room| format!("`{}` has no room `{room}`", house.module)));
    }
    assert!(trespasses.is_empty(), "{trespasses:#?}");
}

impl House {
    /// The room that contains a module, or that the module is; `None` for a module of another folder and for the root
    /// of the house.
    fn room<'m>(&self, module: &'m str) -> Option<&'m str> {
        let inside = match self.module {
            "" => module,
            own => module.strip_prefix(own)?.strip_prefix("::")?,
        };
        inside.split("::").next().filter(|room| !room.is_empty())
    }
}
