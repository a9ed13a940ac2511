"""Where Django looks for the tables of the app `briefing`; they are described in `briefing.core.models`."""

from briefing.core.models import (
    DataOrigin,
    Edition,
    EmailSend,
    Heartbeat,
    Job,
    LimitWindow,
    LlmCall,
    LlmEndpoint,
    LlmMonth,
    ServiceFault,
    StaffNotice,
)

__all__ = [
    "DataOrigin",
    "Edition",
    "EmailSend",
    "Heartbeat",
    "Job",
    "LimitWindow",
    "LlmCall",
    "LlmEndpoint",
    "LlmMonth",
    "ServiceFault",
    "StaffNotice",
]
