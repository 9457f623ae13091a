//! Properties and macros, in scopes that see those around them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::tree::Element;
use crate::value::Value;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Slot {
    Value(Value),
    /// A text that is evaluated when it is used for the first time.
    Lazy(Rc<str>),
    /// The same, while it is evaluated.
    Evaluating,
    /// Elements, to be inserted.
    Block(Rc<Element>),
}

/// Properties of a scope.
#[derive(Debug)]
pub(crate) struct Symbols {
    pub(crate) parent: Option<Rc<Symbols>>,
    entries: RefCell<BTreeMap<String, Slot>>,
    /// Whether it is the namespace of an included file.
    pub(crate) is_namespace: bool,
}

impl Symbols {
    pub(crate) fn root() -> Rc<Self> {
        Rc::new(Self { parent: None, entries: RefCell::default(), is_namespace: false })
    }

    pub(crate) fn below(parent: &Rc<Self>, is_namespace: bool) -> Rc<Self> {
        let parent = Some(Rc::clone(parent));
        Rc::new(Self { parent, entries: RefCell::default(), is_namespace })
    }

    pub(crate) fn set(&self, name: &str, slot: Slot) {
        self.entries.borrow_mut().insert(name.to_owned(), slot);
    }

    /// Forgets everything: a namespace and the scope around it know each other.
    pub(crate) fn clear(&self) {
        self.entries.borrow_mut().clear();
    }

    /// A name, with the scope that has it.
    pub(crate) fn find(self: &Rc<Self>, name: &str) -> Option<(Rc<Self>, Slot)> {
        let mut scope = self;
        loop {
            if let Some(slot) = scope.entries.borrow().get(name) {
                return Some((Rc::clone(scope), slot.clone()));
            }
            scope = scope.parent.as_ref()?;
        }
    }

    /// Removes a name from this scope and from those around it.
    pub(crate) fn remove(&self, name: &str) {
        let mut scope = Some(self);
        while let Some(here) = scope {
            here.entries.borrow_mut().remove(name);
            scope = here.parent.as_deref();
        }
    }

    /// The outermost scope.
    pub(crate) fn top(self: &Rc<Self>) -> Rc<Self> {
        let mut scope = self;
        while let Some(parent) = &scope.parent {
            scope = parent;
        }
        Rc::clone(scope)
    }

    /// All names that can be seen.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.entries.borrow().keys().cloned().collect();
        names.extend(self.parent.iter().flat_map(|parent| parent.names()));
        names
    }
}

/// A macro.
#[derive(Debug)]
pub(crate) struct Macro {
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) body: Rc<Element>,
}

/// A parameter of a macro. Blocks have one or two stars before their name.
#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    /// Whether a property of the same name is taken where the macro is called.
    pub(crate) forwards: bool,
    /// A text that is evaluated where the macro is called.
    pub(crate) default: Option<String>,
}

/// Macros of a scope.
#[derive(Debug, Default)]
pub(crate) struct Macros {
    parent: Option<Rc<Macros>>,
    macros: RefCell<BTreeMap<String, Rc<Macro>>>,
    namespaces: RefCell<BTreeMap<String, Rc<Macros>>>,
}

impl Macros {
    pub(crate) fn below(parent: &Rc<Self>) -> Rc<Self> {
        Rc::new(Self { parent: Some(Rc::clone(parent)), ..Self::default() })
    }

    pub(crate) fn define(&self, name: &str, it: Macro) {
        self.macros.borrow_mut().insert(name.to_owned(), Rc::new(it));
    }

    pub(crate) fn add_namespace(&self, name: &str, macros: Rc<Self>) {
        self.namespaces.borrow_mut().insert(name.to_owned(), macros);
    }

    pub(crate) fn find(&self, name: &str) -> Option<Rc<Macro>> {
        let mut scope = self;
        loop {
            if let Some(found) = scope.macros.borrow().get(name) {
                return Some(Rc::clone(found));
            }
            scope = scope.parent.as_deref()?;
        }
    }

    pub(crate) fn namespace(&self, name: &str) -> Option<Rc<Self>> {
        let mut scope = self;
        loop {
            if let Some(found) = scope.namespaces.borrow().get(name) {
                return Some(Rc::clone(found));
            }
            scope = scope.parent.as_deref()?;
        }
    }

    /// All names that can be seen.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.macros.borrow().keys().cloned().collect();
        names.extend(self.parent.iter().flat_map(|parent| parent.names()));
        names
    }
}

/// Where an element is expanded.
#[derive(Clone)]
pub(crate) struct Scope {
    pub(crate) symbols: Rc<Symbols>,
    pub(crate) macros: Rc<Macros>,
}
