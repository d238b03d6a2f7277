//! Writes cars as files: `cargo run -p wishbone-cars --example write -- FOLDER FIRST COUNT`.

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, first, count] = &arguments[..] else {
        return Err("write FOLDER FIRST COUNT".into());
    };
    let (folder, first): (&Path, u64) = (folder.as_ref(), first.parse()?);
    std::fs::create_dir_all(folder)?;
    for seed in first..first + count.parse::<u64>()? {
        let car = wishbone_cars::random(seed);
        std::fs::write(folder.join(format!("car{seed}.txt")), &car.text)?;
        if let Some(text) = car.file("tyre.tir") {
            std::fs::write(folder.join("tyre.tir"), text)?;
        }
        println!("{car}");
    }
    Ok(())
}
