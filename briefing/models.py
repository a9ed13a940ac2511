"""Where Django looks for the tables of the app `briefing`; they are described in `briefing.core.models`."""

from briefing.core.models import (
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
