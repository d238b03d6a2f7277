//! Counts freedoms loop by loop. Closures are limited to loops that have the freedom for them, so that few vehicles are
//! redundant or immobile.

/// A body in the tree that the genome describes (the compiler's tree may be different).
struct Branch {
    parent: usize,
    /// Freedoms of the body's joint that no loop has used yet.
    left: usize,
    /// Whether the joint is free; a loop through it must be closed by rods.
    free: bool,
}

/// The tree, with its remaining freedoms.
pub struct Budget {
    branches: Vec<Branch>,
    /// Bodies before this body do not provide freedoms, since a mirrored group would use these freedoms twice.
    own: usize,
}

impl Budget {
    /// A tree with the ground only.
    pub fn new() -> Self {
        let ground = Branch {
            parent: 0,
            left: 0,
            free: false,
        };
        Budget {
            branches: vec![ground],
            own: 0,
        }
    }

    /// From now on, only later bodies provide freedoms.
    pub fn begin_group(&mut self) {
        self.own = self.branches.len();
    }

    /// Adds a body.
    pub fn hang(&mut self, parent: usize, freedoms: usize, free: bool) {
        self.branches.push(Branch {
            parent,
            left: freedoms,
            free,
        });
    }

    /// Whether a joint that is not a rod may close the loop between the two bodies.
    pub fn takes_joint(&self, first: usize, second: usize) -> bool {
        self.path(first, second).iter().all(|&b| !self.branches[b].free)
    }

    /// Takes `rows` freedoms from the loop between the two bodies, from the outermost joints first; false if the loop
    /// has fewer freedoms.
    pub fn spend(&mut self, first: usize, second: usize, rows: usize) -> bool {
        let mut path = self.path(first, second);
        path.retain(|&b| b >= self.own);
        if path.iter().map(|&b| self.branches[b].left).sum::<usize>() < rows {
            return false;
        }
        path.sort_unstable();
        let mut due = rows;
        for &body in path.iter().rev() {
            let paid = due.min(self.branches[body].left);
            self.branches[body].left -= paid;
            due -= paid;
        }
        true
    }

    /// Bodies whose inboard joints are on the path between the two bodies.
    fn path(&self, first: usize, second: usize) -> Vec<usize> {
        let inward =
            |body: usize| std::iter::successors(Some(body), |&b| Some(self.branches[b].parent)).take_while(|&b| b != 0);
        let (a, b): (Vec<usize>, Vec<usize>) = (inward(first).collect(), inward(second).collect());
        let only = |these: &[usize], those: &[usize]| -> Vec<usize> {
            these.iter().copied().filter(|x| !those.contains(x)).collect()
        };
        [only(&a, &b), only(&b, &a)].concat()
    }
}
