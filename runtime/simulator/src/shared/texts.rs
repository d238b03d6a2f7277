//! The texts from which partners are built.

use crate::shared::exchange::stride;
use crate::shared::layout::MARK;
use crate::shared::{Layout, Port};
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

impl Layout {
    /// A C header (C11) with a structure for each direction and the functions to attach, write and read.
    pub fn c_header(&self) -> String {
        let member = |port: &Port| format!("    double {}; /* [{}] */\n", port.name, port.unit);
        self.filled(include_str!("partner.h.txt"), member)
    }

    /// A Python module with a `ctypes` structure for each direction, which numpy can view, too, and a class to attach, write and
    /// read. It relies on the memory ordering of x86-64.
    pub fn python(&self) -> String {
        let member = |port: &Port| format!("        (\"{}\", ctypes.c_double),  # [{}]\n", port.name, port.unit);
        self.filled(include_str!("partner.py.txt"), member)
    }

    /// The layout as JSON: names, units, neutral values, offsets in bytes within a slot, positions of channels and slots in words,
    /// and the hash.
    pub fn json(&self) -> String {
        let direction = |ports: &[Port], at: usize| {
            let rows: Vec<String> = ports
                .iter()
                .enumerate()
                .map(|(place, port)| {
                    let Port { name, unit, neutral } = port;
                    let offset = 8 * (place + 1);
                    format!("      {{\"name\": \"{name}\", \"unit\": \"{unit}\", \"neutral\": {neutral:?}, \"offset\": {offset}}}")
                })
                .collect();
            let rows = rows.join(",\n");
            let (slot, stride) = (at + 8, stride(ports.len()));
            format!(
                "{{\n    \"at\": {at}, \"first_slot\": {slot}, \"slots\": 4, \"stride\": {stride},\n    \"numbers\": [\n{rows}\n    ]\n  }}"
            )
        };
        format!(
            "{{\n  \"name\": \"{}\",\n  \"hash\": \"{:#018x}\",\n  \"mark\": \"{MARK:#018x}\",\n  \"words\": {},\n  \"inputs\": {},\n  \"outputs\": {}\n}}\n",
            self.name(),
            self.hash(),
            self.words(),
            direction(self.inputs(), self.inputs_at()),
            direction(self.outputs(), self.outputs_at()),
        )
    }

    /// A template with its placeholders filled.
    fn filled(&self, template: &str, member: impl Fn(&Port) -> String) -> String {
        let members = |ports: &[Port]| ports.iter().map(&member).collect::<String>();
        let number = |count: usize| count.to_string();
        let places = [
            ("@NAME@", self.name().to_ascii_uppercase()),
            ("@name@", self.name().to_string()),
            ("@mark@", format!("{MARK:#018x}")),
            ("@hash@", format!("{:#018x}", self.hash())),
            ("@words@", number(self.words())),
            ("@inputs_at@", number(self.inputs_at())),
            ("@inputs@", number(self.inputs().len())),
            ("@inputs_stride@", number(stride(self.inputs().len()))),
            ("@input_members@", members(self.inputs())),
            ("@outputs_at@", number(self.outputs_at())),
            ("@outputs@", number(self.outputs().len())),
            ("@outputs_stride@", number(stride(self.outputs().len()))),
            ("@output_members@", members(self.outputs())),
        ];
        let fill = |text: String, (place, by): &(&str, String)| text.replace(place, by);
        places.iter().fold(template.to_string(), fill)
    }
}
