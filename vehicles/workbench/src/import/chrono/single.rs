//! JSON in which no object has a key twice. If a key is given twice, readers use different values, so neither value is
//! certain to be meant.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::fmt;

/// A value whose objects have each key once.
pub struct Single(pub Value);

impl<'de> Deserialize<'de> for Single {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Any).map(Self)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, own: bool) -> Result<Value, E> {
        Ok(own.into())
    }

    fn visit_i64<E: Error>(self, own: i64) -> Result<Value, E> {
        Ok(own.into())
    }

    fn visit_u64<E: Error>(self, own: u64) -> Result<Value, E> {
        Ok(own.into())
    }

    fn visit_f64<E: Error>(self, own: f64) -> Result<Value, E> {
        Ok(Number::from_f64(own).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, own: &str) -> Result<Value, E> {
        Ok(own.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut members = Vec::new();
        while let Some(Single(member)) = from.next_element()? {
            members.push(member);
        }
        Ok(Value::Array(members))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some((key, Single(member))) = from.next_entry::<String, Single>()? {
            if members.contains_key(&key) {
                return Err(A::Error::custom(format_args!(
                    "`{key}` stands twice: leave one of them out"
                )));
            }
            members.insert(key, member);
        }
        Ok(Value::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_stands_twice_is_refused() {
        let text = r#"{ "a": [1, -2, 0.5, { "b": null, "c": [true, "x"] }] }"#;
        let Single(found) = serde_json::from_str(text).expect("sound JSON");
        assert_eq!(found, serde_json::from_str::<Value>(text).expect("sound JSON"));
        let told = serde_json::from_str::<Single>("{ \"a\": { \"k\": 42000,\n \"k\": 1 } }")
            .err()
            .expect("a mistake");
        assert!(
            told.to_string().contains("`k` stands twice") && told.line() == 2,
            "{told}"
        );
    }
}
