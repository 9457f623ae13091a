//! As much of JSON Schema as the schemas in `docs/` use.

use serde_json::{Map, Value};

/// A JSON Schema, against which values are held.
///
/// ```
/// use appell_test_tools::{Schema, toml_as_json};
///
/// let schema = Schema::read(r##"{
///     "type": "object", "additionalProperties": false,
///     "properties": { "mass": { "$ref": "#/$defs/number" } },
///     "$defs": { "number": { "type": ["number", "string"] } }
/// }"##);
/// assert!(schema.faults(&toml_as_json("mass = 2")).is_empty());
/// assert_eq!(schema.faults(&toml_as_json("mas = 2")), ["mas: unknown key"]);
/// assert_eq!(schema.faults(&toml_as_json("mass = true")), ["mass: expected number or string"]);
/// ```
#[derive(Debug)]
pub struct Schema {
    root: Value,
}

/// A table of a TOML file, as a schema describes it.
#[derive(Debug)]
pub struct SchemaTable<'s> {
    /// The lines that open it in a file: none for the head, `[[motion]]` and `[motion.circle]`.
    pub opening: String,
    /// Its keys and their rules.
    pub keys: &'s Map<String, Value>,
}

impl Schema {
    /// The schema in a text.
    ///
    /// # Panics
    /// If the text is not JSON.
    pub fn read(text: &str) -> Self {
        match serde_json::from_str(text) {
            Ok(root) => Self { root },
            Err(error) => panic!("a schema that is not JSON: {error}"),
        }
    }

    /// All that is wrong with a value, each fault with the path to it.
    ///
    /// # Panics
    /// If the schema uses a keyword that is not known here, or names a definition that is missing.
    pub fn faults(&self, value: &Value) -> Vec<String> {
        self.faults_at(value, &self.root, "")
    }

    /// All that is wrong with a value by one of the definitions of the schema.
    ///
    /// # Panics
    /// Like [`Schema::faults`].
    pub fn faults_by(&self, definition: &str, value: &Value) -> Vec<String> {
        self.faults_at(value, self.definition(definition), "")
    }

    /// The names of the definitions that the root lists as alternatives.
    pub fn alternatives(&self) -> Vec<&str> {
        let rules = self.root["anyOf"].as_array().map(Vec::as_slice).unwrap_or_default();
        rules.iter().filter_map(|rule| rule["$ref"].as_str()?.strip_prefix(DEFINITIONS)).collect()
    }

    /// The tables with fixed keys, the head of the file first.
    pub fn tables(&self) -> Vec<SchemaTable<'_>> {
        let mut tables = Vec::new();
        self.collect_tables(&self.root, "", "", &mut tables);
        tables
    }

    /// The names among which a key chooses, alone or in a list; none where it may have other values.
    pub fn choices<'s>(&'s self, rule: &'s Value) -> Option<Vec<&'s str>> {
        let rule = self.resolved(rule);
        let rule = rule.get("items").map_or(rule, |items| self.resolved(items));
        rule.get("enum")?.as_array()?.iter().map(Value::as_str).collect()
    }

    /// A value that fits a rule: the first of several choices, the shortest list that has an entry.
    pub fn sample(&self, rule: &Value) -> Value {
        let rule = self.resolved(rule);
        if let Some(ways) = rule.get("anyOf") {
            return list(ways).first().map_or(Value::Null, |way| self.sample(way));
        }
        if let Some(choices) = rule.get("enum") {
            return list(choices).first().cloned().unwrap_or_default();
        }
        let kind = rule["type"].as_str().or_else(|| rule["type"][0].as_str());
        match kind {
            Some("object") => Value::Object(Map::new()),
            Some("array") => {
                let count = rule["minItems"].as_u64().unwrap_or(1);
                (0..count).map(|_| self.sample(&rule["items"])).collect()
            }
            Some("string") => "1".into(),
            Some("number" | "integer") => 1.into(),
            Some("boolean") => true.into(),
            _ => Value::Null,
        }
    }

    fn definition(&self, name: &str) -> &Value {
        match self.root["$defs"].get(name) {
            Some(rule) => rule,
            None => panic!("the schema has no definition `{name}`"),
        }
    }

    /// The rule itself, or the definition to which it refers.
    fn resolved<'s>(&'s self, rule: &'s Value) -> &'s Value {
        match rule.get("$ref").and_then(Value::as_str) {
            Some(reference) => self.definition(reference.trim_start_matches(DEFINITIONS)),
            None => rule,
        }
    }

    fn collect_tables<'s>(
        &'s self,
        rule: &'s Value,
        path: &str,
        opening: &str,
        tables: &mut Vec<SchemaTable<'s>>,
    ) {
        let Some(keys) = rule.get("properties").and_then(Value::as_object) else { return };
        tables.push(SchemaTable { opening: opening.to_owned(), keys });
        for (key, rule) in keys {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            let rule = self.resolved(rule);
            let (rule, line) = match rule.get("items") {
                Some(items) => (self.resolved(items), format!("[[{path}]]\n")),
                None => (rule, format!("[{path}]\n")),
            };
            self.collect_tables(rule, &path, &format!("{opening}{line}"), tables);
        }
    }

    fn faults_at(&self, value: &Value, rule: &Value, path: &str) -> Vec<String> {
        let Some(rule) = rule.as_object() else { panic!("{path}: a rule that is not an object") };
        let mut faults = Vec::new();
        for (keyword, wanted) in rule {
            let fault = match keyword.as_str() {
                "$ref" | "items" | "properties" | "additionalProperties" | "required" => None,
                "$schema" | "$defs" | "title" | "description" => None,
                "type" => fault_of_type(value, wanted),
                "enum" => {
                    (!list(wanted).contains(value)).then(|| format!("expected one of {wanted}"))
                }
                "minimum" => beyond(value, wanted, |number, least| number < least),
                "maximum" => beyond(value, wanted, |number, most| number > most),
                "minItems" => too_short(value, wanted),
                "maxItems" => too_long(value, wanted),
                "maxLength" => too_many_letters(value, wanted),
                "anyOf" => {
                    let fits = |rule| self.faults_at(value, rule, path).is_empty();
                    let none = !list(wanted).iter().any(fits);
                    none.then(|| format!("{value} fits none of the alternatives"))
                }
                other => panic!("{path}: the schema uses `{other}`, which is not known here"),
            };
            faults.extend(fault.map(|fault| located(path, &fault)));
        }
        if rule.contains_key("$ref") {
            let rule = &Value::Object(rule.clone());
            faults.extend(self.faults_at(value, self.resolved(rule), path));
        }
        if let (Some(items), Some(entries)) = (rule.get("items"), value.as_array()) {
            for (number, entry) in entries.iter().enumerate() {
                faults.extend(self.faults_at(entry, items, &format!("{path}[{number}]")));
            }
        }
        if let Some(table) = value.as_object() {
            faults.extend(self.faults_of_keys(table, rule, path));
        }
        faults
    }

    fn faults_of_keys(
        &self,
        table: &Map<String, Value>,
        rule: &Map<String, Value>,
        path: &str,
    ) -> Vec<String> {
        let inside =
            |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        let mut faults = Vec::new();
        for key in rule.get("required").into_iter().flat_map(list).filter_map(Value::as_str) {
            if !table.contains_key(key) {
                faults.push(located(&inside(key), "missing"));
            }
        }
        let known = rule.get("properties").and_then(Value::as_object);
        for (key, value) in table {
            match (known.and_then(|known| known.get(key)), rule.get("additionalProperties")) {
                (Some(rule), _) => faults.extend(self.faults_at(value, rule, &inside(key))),
                (None, None | Some(Value::Bool(true))) => {}
                (None, Some(Value::Bool(false))) => {
                    faults.push(located(&inside(key), "unknown key"))
                }
                (None, Some(rule)) => faults.extend(self.faults_at(value, rule, &inside(key))),
            }
        }
        faults
    }
}

/// A TOML file as JSON, to hold it against a schema.
///
/// # Panics
/// If the text is not TOML.
pub fn toml_as_json(text: &str) -> Value {
    let json = text.parse::<toml::Table>().map(serde_json::to_value);
    match json {
        Ok(Ok(json)) => json,
        other => panic!("{other:?}\n{text}"),
    }
}

/// Where the definitions of a schema stand.
const DEFINITIONS: &str = "#/$defs/";

fn located(path: &str, fault: &str) -> String {
    format!("{}: {fault}", if path.is_empty() { "(whole)" } else { path })
}

fn list(value: &Value) -> &[Value] {
    match value.as_array() {
        Some(list) => list,
        None => panic!("the schema has {value} where a list must stand"),
    }
}

fn fault_of_type(value: &Value, wanted: &Value) -> Option<String> {
    let names: Vec<&str> = match wanted {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        name => name.as_str().into_iter().collect(),
    };
    let is = |name: &&str| match *name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("the schema uses the type `{other}`, which is not known here"),
    };
    (!names.iter().any(is)).then(|| format!("expected {}", names.join(" or ")))
}

fn beyond(value: &Value, bound: &Value, is_beyond: fn(f64, f64) -> bool) -> Option<String> {
    let number = value.as_f64()?;
    is_beyond(number, bound.as_f64()?).then(|| format!("{number} is beyond {bound}"))
}

fn too_short(value: &Value, least: &Value) -> Option<String> {
    let entries = value.as_array()?.len() as u64;
    (entries < least.as_u64()?).then(|| format!("{entries} entries, expected {least} or more"))
}

fn too_many_letters(value: &Value, most: &Value) -> Option<String> {
    let letters = value.as_str()?.chars().count() as u64;
    (letters > most.as_u64()?).then(|| format!("{letters} characters, expected {most} or fewer"))
}

fn too_long(value: &Value, most: &Value) -> Option<String> {
    let entries = value.as_array()?.len() as u64;
    (entries > most.as_u64()?).then(|| format!("{entries} entries, expected {most} or fewer"))
}
