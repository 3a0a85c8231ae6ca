"""Every refusal of carded play is explained on its page, and none is that does not exist."""

import re

from architecture.sources import ROOT, modules


def test_every_code_of_carded_play_is_explained() -> None:
    source = "".join(file.read_text("utf-8") for file in modules("carded"))
    source += (ROOT / "src/houserules/floor/carded/house.py").read_text("utf-8")
    page = (ROOT / "docs/explanation/carded-play.md").read_text("utf-8")
    codes = set(re.findall(r'"(carded\.[a-z-]+)",', source))
    codes -= set(re.findall(r'@event\("(carded\.[a-z-]+)"\)', source))
    assert codes == set(re.findall(r"`(carded\.[a-z-]+)`", page))
