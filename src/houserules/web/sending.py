"""What people send as the body of a request: read strictly, nothing unknown in it."""

from pydantic import BaseModel, ConfigDict


class Sent(BaseModel):
    """The body of a request."""

    model_config = ConfigDict(extra="forbid", strict=True)
