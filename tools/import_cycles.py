"""An import-linter contract: no module imports itself, however long the way round."""

import grimp
from importlinter import Contract, ContractCheck, fields, output


class NoCycles(Contract):
    """Modules below a package import each other in no circle.

    `acyclic_siblings` looks at packages: it also objects where two packages import each other's
    modules and no module is in a circle, as the subjects around a round do.
    """

    type_name = "no_cycles"
    ignored = fields.ListField(subfield=fields.StringField(), required=False)

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:  # noqa: FBT001
        """Look for circles among all modules; an import inside a function counts as well."""
        imports = {
            module: {
                imported
                for imported in graph.find_modules_directly_imported_by(module)
                if f"{module} -> {imported}" not in (self.ignored or [])
            }
            for module in graph.modules
        }
        cycles = find_cycles(imports)
        return ContractCheck(kept=not cycles, metadata={"cycles": cycles})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print each circle on a line."""
        for cycle in check.metadata["cycles"]:
            output.print_error(" -> ".join([*cycle, cycle[0]]))


def find_cycles(imports: dict[str, set[str]]) -> list[list[str]]:
    """Return one circle for each group of modules that import each other.

    Modules that import nothing which is left are taken away until none is; the rest lead into
    circles, and following imports from any of them runs into one.
    """
    left = {module: set(imported) for module, imported in imports.items()}
    cycles = []
    while left:
        free = [module for module, imported in left.items() if not imported & left.keys()]
        if not free:
            path = [min(left)]
            while (following := min(left[path[-1]] & left.keys())) not in path:
                path.append(following)
            cycles.append(path[path.index(following) :])
            free = cycles[-1]
        for module in free:
            del left[module]
    return cycles
