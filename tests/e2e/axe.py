"""Accessibility: axe looks at a page as it stands; in the second theme, at its colours."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

_AXE = Path(__file__).parent / "vendor" / "axe.min.js"
_STILL = """async scheme => {
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
    while (!matchMedia(`(prefers-color-scheme: ${scheme})`).matches) await frame();
    await frame();
    await Promise.allSettled(document.getAnimations().map(each => each.finished));
    await frame();
}"""
_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_COLOURS = {"type": "rule", "values": ["color-contrast"]}


def violations(page: Page, *schemes: str) -> list[str]:
    """Return what axe finds, a line each: the rule, how bad, and where."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE.read_text("utf-8"))  # not as a tag: the policy of the page forbids it
    found: list[str] = []
    for number, scheme in enumerate(schemes or ("light", "dark")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.evaluate(_STILL, scheme)
        result: dict[str, Any] = page.evaluate(
            "only => axe.run(document, {runOnly: only, resultTypes: ['violations']})",
            _COLOURS if number else _TAGS,
        )
        found += [
            f"{scheme} {each['id']} ({each['impact']}): {node['target']} {node['failureSummary']}"
            for each in result["violations"]
            for node in each["nodes"][:3]
        ]
    return found
