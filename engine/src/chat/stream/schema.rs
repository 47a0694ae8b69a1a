//! The types that a tool's schema gives to the text of its arguments.

use serde_json::{Map, Number, Value};

/// References within a schema are followed so deep.
const MAX_DEPTH: usize = 16;

/// The tools a model may call.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tools<'a>(&'a [Value]);

impl<'a> Tools<'a> {
    pub(super) fn new(tools: &'a [Value]) -> Self {
        Self(tools)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Whether there is a tool of this name.
    pub(super) fn contains(self, name: &str) -> bool {
        self.function(name).is_some()
    }

    /// The value that the text of an argument stands for.
    ///
    /// Text that fits none of the types its schema allows stays a string, for the tool to refuse.
    pub(super) fn typed(self, function: &str, argument: &str, text: &str) -> Value {
        let parameters = self.function(function).and_then(|function| {
            function
                .get("parameters")
                .or_else(|| function.get("input_schema"))
        });
        let schema = parameters.and_then(|parameters| {
            parameters
                .get("properties")
                .and_then(|properties| properties.get(argument))
                .or_else(|| parameters.get("additionalProperties"))
        });
        let mut types = Types::default();
        if let (Some(root), Some(schema)) = (parameters, schema) {
            types.allow(schema, root, MAX_DEPTH);
        }
        types.value(text)
    }

    fn function(self, name: &str) -> Option<&'a Map<String, Value>> {
        self.0.iter().find_map(|tool| {
            let function = tool.get("function").unwrap_or(tool).as_object()?;
            (function.get("name")?.as_str()? == name).then_some(function)
        })
    }
}

/// The types a schema allows; if none, it says nothing about the type.
#[derive(Default)]
struct Types<'a> {
    null: bool,
    boolean: bool,
    integer: bool,
    number: bool,
    string: bool,
    array: bool,
    object: bool,
    members: Vec<&'a Value>,
}

impl<'a> Types<'a> {
    /// Adds what a schema allows.
    fn allow(&mut self, schema: &'a Value, root: &'a Value, depth: usize) {
        let (Some(schema), Some(depth)) = (schema.as_object(), depth.checked_sub(1)) else {
            return;
        };
        let reference = schema.get("$ref").and_then(Value::as_str);
        if let Some(target) = reference.and_then(|path| root.pointer(path.strip_prefix('#')?)) {
            self.allow(target, root, depth);
        }
        for key in ["anyOf", "oneOf", "allOf"] {
            for part in schema
                .get(key)
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
            {
                self.allow(part, root, depth);
            }
        }
        match schema.get("type") {
            Some(Value::String(name)) => self.allow_type(name),
            Some(Value::Array(names)) => names
                .iter()
                .filter_map(Value::as_str)
                .for_each(|name| self.allow_type(name)),
            _ => {}
        }
        self.null |= schema.get("nullable") == Some(&Value::Bool(true));
        self.members.extend(schema.get("const"));
        self.members.extend(
            schema
                .get("enum")
                .and_then(Value::as_array)
                .into_iter()
                .flatten(),
        );
        self.object |= schema.contains_key("properties");
        self.array |= schema.contains_key("items");
    }

    fn allow_type(&mut self, name: &str) {
        match name {
            "null" => self.null = true,
            "boolean" | "bool" => self.boolean = true,
            "integer" | "int" => self.integer = true,
            "number" | "float" | "double" => self.number = true,
            "string" | "str" => self.string = true,
            "array" | "list" => self.array = true,
            "object" | "dict" => self.object = true,
            _ => {}
        }
    }

    /// The first of: a member of an enumeration, null, a boolean, a number, an array or object, the text
    /// itself.
    fn value(&self, text: &str) -> Value {
        let trimmed = text.trim();
        self.member(text, trimmed)
            .or_else(|| (self.null && matches!(trimmed, "null" | "None")).then_some(Value::Null))
            .or_else(|| boolean(trimmed).filter(|_| self.boolean))
            .or_else(|| integer(trimmed, !self.number).filter(|_| self.integer || self.number))
            .or_else(|| number(trimmed).filter(|_| self.number))
            .or_else(|| self.container(trimmed))
            .unwrap_or_else(|| text.into())
    }

    fn member(&self, text: &str, trimmed: &str) -> Option<Value> {
        let is = |value: &Value| match value {
            Value::String(member) => member == text || (!self.string && member == trimmed),
            Value::Bool(_) => boolean(trimmed).as_ref() == Some(value),
            Value::Null => matches!(trimmed, "null" | "None"),
            other => serde_json::from_str::<Value>(trimmed).ok().as_ref() == Some(other),
        };
        let (strings, others): (Vec<&Value>, Vec<&Value>) =
            self.members.iter().partition(|value| value.is_string());
        let mut members = strings.into_iter().chain(others);
        members.find(|value| is(value)).cloned()
    }

    fn container(&self, text: &str) -> Option<Value> {
        if !text.starts_with(['[', '{']) {
            return None;
        }
        let says_nothing = !(self.null
            || self.boolean
            || self.integer
            || self.number
            || self.string
            || self.array
            || self.object
            || !self.members.is_empty());
        let value: Value = serde_json::from_str(text).ok()?;
        let fits = match value {
            Value::Array(_) => self.array || says_nothing,
            Value::Object(_) => self.object || says_nothing,
            _ => false,
        };
        fits.then_some(value)
    }
}

/// JSON's words and Python's.
fn boolean(text: &str) -> Option<Value> {
    match text {
        "true" | "True" | "TRUE" => Some(true.into()),
        "false" | "False" | "FALSE" => Some(false.into()),
        _ => None,
    }
}

/// A whole number; one written with a fraction of zeros only if asked for.
fn integer(text: &str, with_fraction: bool) -> Option<Value> {
    let whole = match text.split_once('.') {
        Some((whole, fraction)) if with_fraction && fraction.chars().all(|c| c == '0') => whole,
        Some(_) => return None,
        None => text,
    };
    let signed = whole.parse::<i64>().map(Number::from);
    let number = signed
        .or_else(|_| whole.parse::<u64>().map(Number::from))
        .ok()?;
    Some(Value::Number(number))
}

fn number(text: &str) -> Option<Value> {
    // Rust would also read names such as "inf".
    if text.contains(|c: char| c.is_ascii_alphabetic() && !matches!(c, 'e' | 'E')) {
        return None;
    }
    Number::from_f64(text.parse().ok()?).map(Value::Number)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn typed(schema: Value, text: &str) -> Value {
        let tools = [
            json!({"type": "function", "function": {"name": "f", "parameters": {
                "type": "object",
                "properties": {"a": schema},
                "$defs": {"size": {"enum": ["S", "M"]}, "loop": {"$ref": "#/$defs/loop"}},
            }}}),
        ];
        Tools::new(&tools).typed("f", "a", text)
    }

    #[test]
    fn text_takes_the_type_of_the_schema() {
        let cases = [
            (json!({"type": "string"}), "42", json!("42")),
            (json!({"type": "string"}), "null", json!("null")),
            (
                json!({"type": "string"}),
                " {\"a\": 1} ",
                json!(" {\"a\": 1} "),
            ),
            (json!({"type": "string"}), "", json!("")),
            (json!({"type": "integer"}), " 42 ", json!(42)),
            (json!({"type": "integer"}), "42.0", json!(42)),
            (json!({"type": "integer"}), "-7", json!(-7)),
            (
                json!({"type": "integer"}),
                "18446744073709551615",
                json!(18446744073709551615_u64),
            ),
            (json!({"type": "integer"}), "4.5", json!("4.5")),
            (json!({"type": "integer"}), "null", json!("null")),
            (json!({"type": "number"}), "3", json!(3)),
            (json!({"type": "number"}), "3.0", json!(3.0)),
            (json!({"type": "number"}), "-1.5e3", json!(-1500.0)),
            (json!({"type": "number"}), "inf", json!("inf")),
            (json!({"type": "number"}), "nan", json!("nan")),
            (json!({"type": "number"}), "1e999", json!("1e999")),
            (json!({"type": "boolean"}), "True", json!(true)),
            (json!({"type": "boolean"}), "false", json!(false)),
            (json!({"type": "boolean"}), "False", json!(false)),
            (json!({"type": "boolean"}), "yes", json!("yes")),
            (json!({"type": "array"}), "[1, \"a\"]", json!([1, "a"])),
            (json!({"type": "array"}), "{\"a\": 1}", json!("{\"a\": 1}")),
            (json!({"type": "array"}), "[1,", json!("[1,")),
            (
                json!({"type": "object"}),
                "{\"a\": [null]}",
                json!({"a": [null]}),
            ),
            (json!({"properties": {}}), "{\"a\": 1}", json!({"a": 1})),
            (json!({"type": ["string", "null"]}), "null", json!(null)),
            (json!({"type": ["string", "null"]}), "None", json!(null)),
            (
                json!({"type": "integer", "nullable": true}),
                "null",
                json!(null),
            ),
            (
                json!({"anyOf": [{"type": "integer"}, {"type": "null"}]}),
                "5",
                json!(5),
            ),
            (
                json!({"anyOf": [{"type": "integer"}, {"type": "null"}]}),
                "null",
                json!(null),
            ),
            (json!({"enum": ["1", 2, true, null]}), "1", json!("1")),
            (json!({"enum": ["1", 2, true, null]}), "2", json!(2)),
            (json!({"enum": ["1", 2, true, null]}), "True", json!(true)),
            (json!({"enum": ["1", 2, true, null]}), "null", json!(null)),
            (json!({"enum": ["1", 2, true, null]}), "3", json!("3")),
            (json!({"$ref": "#/$defs/size"}), "M", json!("M")),
            (json!({"$ref": "#/$defs/loop"}), "M", json!("M")),
            (json!({"$ref": "#/$defs/none"}), "M", json!("M")),
            (json!({"$ref": 7}), "M", json!("M")),
            (json!({}), "42", json!("42")),
            (json!({}), "[1]", json!([1])),
            (json!(true), "true", json!("true")),
        ];
        for (schema, text, value) in cases {
            assert_eq!(typed(schema.clone(), text), value, "{schema} {text:?}");
        }
    }

    #[test]
    fn arguments_and_functions_no_schema_knows_are_text() {
        let tools = [
            json!({"name": "bare", "input_schema": {"properties": {"n": {"type": "integer"}}}}),
            json!({"function": {"name": "open", "parameters": {"additionalProperties": {"type": "integer"}}}}),
            json!("nonsense"),
            json!({"function": {"name": "odd", "parameters": [1]}}),
        ];
        let tools = Tools::new(&tools);
        assert_eq!(tools.typed("bare", "n", "1"), json!(1));
        assert_eq!(tools.typed("bare", "m", "1"), json!("1"));
        assert_eq!(tools.typed("open", "any", "1"), json!(1));
        assert_eq!(tools.typed("odd", "n", "1"), json!("1"));
        assert_eq!(tools.typed("unknown", "n", "1"), json!("1"));
        assert!(tools.contains("bare") && !tools.contains("unknown"));
    }
}
