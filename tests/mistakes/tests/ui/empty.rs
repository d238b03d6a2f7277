// Nothing at all.

wishbone::vehicle! {}

fn main() {}
