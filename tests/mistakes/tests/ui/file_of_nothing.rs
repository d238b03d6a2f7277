wishbone::vehicle!(file = "bobs/heavy.toml");

fn main() {}
