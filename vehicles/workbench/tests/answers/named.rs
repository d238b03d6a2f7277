//! Files for random cars.

use wishbone_cars::Car;
use wishbone_workbench::files::Files;

/// The files that random cars name.
pub struct Named<'a>(pub &'a Car);

impl Files for Named<'_> {
    fn text(&self, path: &str) -> Result<String, String> {
        let name = path.rsplit('/').next().unwrap_or(path);
        self.0
            .file(name)
            .map(str::to_owned)
            .ok_or_else(|| format!("no file {path}"))
    }

    fn exists(&self, path: &str) -> bool {
        self.text(path).is_ok()
    }
}
