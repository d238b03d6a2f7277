//! Records of numbers whose fields can be iterated. So code that copies, checks or names the fields needs no separate list.

use core::slice;

/// Defines a struct of numbers, for one vehicle or for several vehicles side by side.
#[macro_export]
macro_rules! record {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $shape:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct $name<T = f64> {
            $($(#[$field_doc])* pub $field: $shape,)*
        }

        impl<T> $name<T> {
            const FIELDS: usize = [$(stringify!($field)),*].len();

            /// Name and numbers of each field.
            #[inline]
            pub fn fields(&self) -> [(&'static str, &[T]); $name::<f64>::FIELDS] {
                [$((stringify!($field), $crate::record::Field::<T>::numbers(&self.$field))),*]
            }

            /// The same, mutable.
            #[inline]
            pub fn fields_mut(&mut self) -> [(&'static str, &mut [T]); $name::<f64>::FIELDS] {
                [$((stringify!($field), $crate::record::Field::<T>::numbers_mut(&mut self.$field))),*]
            }
        }
    };
}
/// A field of a record.
pub trait Field<T> {
    /// Its numbers; the numbers of a matrix row by row.
    fn numbers(&self) -> &[T];

    /// The same, mutable.
    fn numbers_mut(&mut self) -> &mut [T];
}

impl<T> Field<T> for T {
    #[inline]
    fn numbers(&self) -> &[T] {
        slice::from_ref(self)
    }

    #[inline]
    fn numbers_mut(&mut self) -> &mut [T] {
        slice::from_mut(self)
    }
}

impl<T> Field<T> for [T; 3] {
    #[inline]
    fn numbers(&self) -> &[T] {
        self
    }

    #[inline]
    fn numbers_mut(&mut self) -> &mut [T] {
        self
    }
}

impl<T> Field<T> for [[T; 3]; 3] {
    #[inline]
    fn numbers(&self) -> &[T] {
        self.as_flattened()
    }

    #[inline]
    fn numbers_mut(&mut self) -> &mut [T] {
        self.as_flattened_mut()
    }
}
