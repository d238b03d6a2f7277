// A vehicle without parts.

wishbone::vehicle! {
    pub Ghost {}
}

fn main() {}
