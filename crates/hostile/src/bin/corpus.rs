//! Writes the seeds of every target for the fuzzer: `cargo run -p getpage-hostile --bin corpus -- fuzz/corpus`.

use std::path::Path;

use getpage_hostile::TARGETS;

fn main() -> std::io::Result<()> {
    let root = std::env::args().nth(1).unwrap_or_else(|| "fuzz/corpus".to_owned());
    for target in &TARGETS {
        let directory = Path::new(&root).join(target.name);
        std::fs::create_dir_all(&directory)?;
        for (number, seed) in (target.seeds)().iter().enumerate() {
            std::fs::write(directory.join(format!("seed-{number:03}")), seed)?;
        }
    }
    Ok(())
}
