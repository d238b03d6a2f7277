//! The numbers of four tyres side by side.

/// A structure of numbers, such as a tyre law, of which four can be packed into vectors.
pub trait Pack {
    /// The structure with four numbers in place of each number.
    type Packed: Packed;

    /// Packs four structures side by side.
    fn pack(four: [&Self; 4]) -> Self::Packed;
}

/// A structure of which each number stands for four tyres.
pub trait Packed: Copy {
    /// This structure over any number.
    type Of<S: Copy>: Copy;

    /// The structure over numbers that the reader makes of four.
    fn read<S: Copy>(&self, reader: &impl Reader<S>) -> Self::Of<S>;

    /// The structure over the numbers that the reader makes from these four structures and from four other structures.
    fn read_two<S: Copy>(&self, others: &Self, reader: &impl ReaderOfTwo<S>) -> Self::Of<S>;
}

/// Makes one number of four. The reader is a trait and not a function, because a closure would not be inlined with
/// registers.
pub trait Reader<S> {
    /// The number.
    fn number(&self, four: &[f64; 4]) -> S;
}

/// Makes one number of eight.
pub trait ReaderOfTwo<S> {
    /// The number.
    fn number_of_two(&self, four: &[f64; 4], others: &[f64; 4]) -> S;
}

impl Pack for f64 {
    type Packed = [f64; 4];

    #[inline(always)]
    fn pack([a, b, c, d]: [&Self; 4]) -> [f64; 4] {
        [*a, *b, *c, *d]
    }
}

impl Packed for [f64; 4] {
    type Of<S: Copy> = S;

    #[inline(always)]
    fn read<S: Copy>(&self, reader: &impl Reader<S>) -> S {
        reader.number(self)
    }

    #[inline(always)]
    fn read_two<S: Copy>(&self, others: &Self, reader: &impl ReaderOfTwo<S>) -> S {
        reader.number_of_two(self, others)
    }
}

impl<T: Pack> Pack for [T; 2] {
    type Packed = [T::Packed; 2];

    #[inline(always)]
    fn pack([a, b, c, d]: [&Self; 4]) -> Self::Packed {
        [
            T::pack([&a[0], &b[0], &c[0], &d[0]]),
            T::pack([&a[1], &b[1], &c[1], &d[1]]),
        ]
    }
}

impl<T: Packed> Packed for [T; 2] {
    type Of<S: Copy> = [T::Of<S>; 2];

    #[inline(always)]
    fn read<S: Copy>(&self, reader: &impl Reader<S>) -> Self::Of<S> {
        [self[0].read(reader), self[1].read(reader)]
    }

    #[inline(always)]
    fn read_two<S: Copy>(&self, others: &Self, reader: &impl ReaderOfTwo<S>) -> Self::Of<S> {
        [
            self[0].read_two(&others[0], reader),
            self[1].read_two(&others[1], reader),
        ]
    }
}

impl<T: Pack> Pack for [T; 3] {
    type Packed = [T::Packed; 3];

    #[inline(always)]
    fn pack([a, b, c, d]: [&Self; 4]) -> Self::Packed {
        [
            T::pack([&a[0], &b[0], &c[0], &d[0]]),
            T::pack([&a[1], &b[1], &c[1], &d[1]]),
            T::pack([&a[2], &b[2], &c[2], &d[2]]),
        ]
    }
}

impl<T: Packed> Packed for [T; 3] {
    type Of<S: Copy> = [T::Of<S>; 3];

    #[inline(always)]
    fn read<S: Copy>(&self, reader: &impl Reader<S>) -> Self::Of<S> {
        [self[0].read(reader), self[1].read(reader), self[2].read(reader)]
    }

    #[inline(always)]
    fn read_two<S: Copy>(&self, others: &Self, reader: &impl ReaderOfTwo<S>) -> Self::Of<S> {
        [
            self[0].read_two(&others[0], reader),
            self[1].read_two(&others[1], reader),
            self[2].read_two(&others[2], reader),
        ]
    }
}

/// Packs structures field by field.
macro_rules! pack {
    ($($name:ident { $($field:ident),* $(,)? })*) => {$(
        impl $crate::tyre::pack::Pack for $name {
            type Packed = $name<[f64; 4]>;

            #[inline(always)]
            fn pack([a, b, c, d]: [&Self; 4]) -> Self::Packed {
                $name { $($field: $crate::tyre::pack::Pack::pack([&a.$field, &b.$field, &c.$field, &d.$field]),)* }
            }
        }

        impl $crate::tyre::pack::Packed for $name<[f64; 4]> {
            type Of<S: Copy> = $name<S>;

            #[inline(always)]
            fn read<S: Copy>(&self, reader: &impl $crate::tyre::pack::Reader<S>) -> $name<S> {
                $name { $($field: $crate::tyre::pack::Packed::read(&self.$field, reader),)* }
            }

            #[inline(always)]
            fn read_two<S: Copy>(&self, others: &Self, reader: &impl $crate::tyre::pack::ReaderOfTwo<S>) -> $name<S> {
                $name { $($field: $crate::tyre::pack::Packed::read_two(&self.$field, &others.$field, reader),)* }
            }
        }
    )*};
}
pub(super) use pack;
