"""The stubs tell the truth about the native modules: every name and member, both ways."""

import ast
import inspect
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest

import kibitz
from kibitz import _batch, _core

PACKAGE = Path(kibitz.__file__).parent
MODULES = {"_core": _core, "_batch": _batch}
# What Python gives every class, or pybind11 and Cython give of their own accord.
OWN = {
    "__annotations__", "__builtins__", "__cached__", "__doc__", "__file__", "__loader__",
    "__name__", "__package__", "__path__", "__pyx_capi__", "__spec__", "__test__",
    "__dict__", "__module__",
    "__new__", "__weakref__", "__firstlineno__", "__static_attributes__", "__qualname__",
    "_pybind11_conduit_v1_", "__pyx_unpickle_Enum", "__pyx_vtable__", "np",
}  # fmt: skip
# Declared once for all by `object` or an abstract base in the stub.
INHERITED = {
    "__str__", "__repr__", "__reduce__", "__eq__", "__ne__", "__hash__",
    "__le__", "__lt__", "__ge__", "__gt__", "isdisjoint",
    "__ror__", "__rand__", "__rsub__", "__rxor__",
}  # fmt: skip


def stub(name: str) -> ast.Module:
    return ast.parse((PACKAGE / f"{name}.pyi").read_text(encoding="utf-8"))


def names(body: list[ast.stmt]) -> dict[str, ast.stmt]:
    found: dict[str, ast.stmt] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = node
    return found


CLASSES = [
    (module, name, node)
    for module in MODULES
    for name, node in names(stub(module).body).items()
    if isinstance(node, ast.ClassDef)
]
by_class = pytest.mark.parametrize(
    ("module", "name", "node"), CLASSES, ids=[name for _, name, _ in CLASSES]
)
by_module = pytest.mark.parametrize(("name", "module"), MODULES.items(), ids=list(MODULES))


@by_module
def test_a_stub_has_every_name_of_its_module_and_no_other(name: str, module: ModuleType) -> None:
    assert set(vars(module)) - OWN == set(names(stub(name).body)) - OWN


@by_class
def test_a_class_of_the_stub_has_every_member_and_no_other(
    module: str, name: str, node: ast.ClassDef
) -> None:
    real = set(vars(getattr(MODULES[module], name))) - OWN
    declared = set(names(node.body))
    assert declared - real <= {"__init__"}
    assert real - declared <= INHERITED | {"__init__"}


@by_class
def test_a_member_of_the_stub_is_of_its_kind(module: str, name: str, node: ast.ClassDef) -> None:
    real = vars(getattr(MODULES[module], name))
    for member, declared in names(node.body).items():
        assert isinstance(declared, ast.FunctionDef)
        marks = {mark.id for mark in declared.decorator_list if isinstance(mark, ast.Name)}
        assert ("property" in marks) == isinstance(real.get(member), property), member
        assert ("staticmethod" in marks) == isinstance(real.get(member), staticmethod), member


def arguments(node: ast.FunctionDef) -> list[str]:
    spec = node.args
    marks = ["/"] if spec.posonlyargs else []
    keyword = ["*"] if spec.kwonlyargs and not spec.vararg else []
    found = [a.arg for a in spec.posonlyargs] + marks + [a.arg for a in spec.args] + keyword
    found += [a.arg for a in spec.kwonlyargs] + (["**"] if spec.kwarg else [])
    return [name for name in found if name != "self"]


def told(doc: str) -> list[str]:
    """The arguments of a signature as pybind11 writes it in a docstring."""
    inner = ast.parse(f"def f{doc[doc.index('(') : doc.index(') -> ') + 1]}: ...").body[0]
    assert isinstance(inner, ast.FunctionDef)
    return arguments(inner)


@by_class
def test_a_method_of_the_stub_takes_the_arguments_it_says(
    module: str, name: str, node: ast.ClassDef
) -> None:
    real = getattr(MODULES[module], name)
    for member, declared in names(node.body).items():
        if not isinstance(declared, ast.FunctionDef) or member.startswith("__"):
            continue
        method = getattr(real, member)
        if callable(method) and ") -> " in (method.__doc__ or ""):
            told_arguments = told(method.__doc__.splitlines()[0])
            assert arguments(declared) == told_arguments, member


@by_module
def test_a_function_of_the_stub_takes_the_arguments_it_says(name: str, module: ModuleType) -> None:
    for function, declared in names(stub(name).body).items():
        if not isinstance(declared, ast.FunctionDef):
            continue
        real = getattr(module, function)
        doc = real.__doc__ or ""
        if ") -> " in doc:
            assert arguments(declared) == told(doc.splitlines()[0])
        else:
            assert arguments(declared) == list(inspect.signature(real).parameters)


@by_class
def test_a_class_of_the_stub_is_final_as_the_native_one_is_closed(
    module: str, name: str, node: ast.ClassDef
) -> None:
    assert [mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)] == ["final"]


def test_every_public_name_exists_and_no_module_is_missing_from_the_list() -> None:
    assert sorted(kibitz.__all__) == list(dict.fromkeys(sorted(kibitz.__all__)))
    for name in kibitz.__all__:
        assert hasattr(kibitz, name)


def test_core_package_and_metadata_are_of_one_version() -> None:
    assert _core.__version__ == kibitz.__version__ == version("kibitz")
