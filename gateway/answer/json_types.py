"""Types of the values in responses, with the constraints that the OpenAPI document states. No code checks them at run
time."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

Count = Annotated[int, Field(ge=0)]
PositiveCount = Annotated[int, Field(ge=1)]
Share = Annotated[float, Field(ge=-1, le=1)]
Time = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
Day = Annotated[str, Field(json_schema_extra={"format": "date"})]
Id = Annotated[str, Field(json_schema_extra={"format": "uuid"})]
Uuid = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
"""A uuid as 32 hexadecimal digits."""
Base64 = Annotated[str, Field(json_schema_extra={"contentEncoding": "base64"})]
CitationId = Annotated[str, Field(pattern="^[EG][1-9][0-9]*$")]
