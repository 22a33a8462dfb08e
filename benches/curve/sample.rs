//! A 1 % sample from memory: speed, and the error over 20 seeds.

use getpage_curve::sample::{Band, Rate, SampledLru};
use getpage_curve::{Access, Columns, LruStack, Pages, Touch};

use crate::measure::{print, rate};
use crate::traces::{REFERENCES, load, oltp, zipf};

const SEEDS: u64 = 20;

pub fn run() {
    for (name, path) in [("zipf 0.9", zipf()), ("oltp mix", oltp())] {
        let mut pages = load(&path);
        let touch = |word: &u64| Touch::read(if word >> 63 != 0 { Access::Sequential } else { Access::Random });
        let touches: Vec<Touch> = pages.iter().map(touch).collect();
        pages.iter_mut().for_each(|word| *word &= !(1 << 63));
        let columns = Columns::new(&pages, &touches).expect("equal lengths");

        let sizes: Vec<Pages> = (1..=100).map(|step| Pages(step * 100_000)).collect();
        let sampled = |seed| {
            let mut sample = SampledLru::new(Rate::new(0.01).expect("a rate"), seed);
            sample.push(columns);
            sample.rows(&sizes, Band::Pointwise).expect("a sample of 90,000 pages")
        };
        let (speed, _) = rate(REFERENCES, || sampled(1));
        print(&format!("sample, {name}: 1 %, with band"), speed, None);

        let mut exact = LruStack::new();
        exact.push(columns);
        let exact = exact.curve().rows(&sizes);
        let (mut sum, mut worst, mut inside) = (0.0, 0.0f64, 0);
        for seed in 0..SEEDS {
            for (row, exact) in sampled(seed).iter().zip(&exact) {
                let error = (row.read_ratio - exact.read_ratio()).abs();
                sum += error;
                worst = worst.max(error);
                inside += u32::from((row.band.0..=row.band.1).contains(&exact.read_ratio()));
            }
        }
        let rows = SEEDS as f64 * sizes.len() as f64;
        println!(
            "sample, {name}: error of the read ratio over {SEEDS} seeds and {} sizes: mean {:.5}, largest {worst:.5}; \
             {:.1} % inside the 95 % band",
            sizes.len(),
            sum / rows,
            100.0 * f64::from(inside) / rows
        );
    }
}
