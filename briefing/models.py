"""Imports the models of `briefing.core.models` for Django."""

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
