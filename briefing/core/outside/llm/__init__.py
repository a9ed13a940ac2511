"""Language models: requests, replies and costs. Providers are modules of this package."""

from briefing.core.outside.llm.budget import recorded_calls
from briefing.core.outside.llm.chain import available, complete
from briefing.core.outside.llm.interface import Answer, ModelError, ModelReply, Provider, Request
from briefing.core.outside.llm.openai_compatible import configured_providers
from briefing.core.outside.llm.shares import Share, charged_to
from briefing.core.outside.llm.usage import Usage

__all__ = [
    "Answer",
    "ModelError",
    "ModelReply",
    "Provider",
    "Request",
    "Share",
    "Usage",
    "available",
    "charged_to",
    "complete",
    "configured_providers",
    "recorded_calls",
]
