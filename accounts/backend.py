"""Authentication backend that loads a session's reader; sign-in itself is by e-mailed code."""

from functools import cache
from typing import Any

from django.contrib.auth.backends import BaseBackend
from django.db import DEFAULT_DB_ALIAS, connection

from accounts.models import User
from briefing.core.web import cache_versions

# One statement, composed once, for every request of a reader: the ORM would compile a query each time.
READER = """
SELECT {columns}, coalesce((SELECT max(version) FROM user_acknowledgements WHERE user_id = reader.id), 0), {editions}
FROM accounts_user reader WHERE id = %s AND is_active
"""


class CodeBackend(BaseBackend):
    def get_user(self, user_id: int) -> User | None:
        """The active reader, with the accepted statements (`accounts.access.acknowledged`) and the cache versions
        (`briefing.core.web.page_cache`) read in the same query.
        """
        statement, names, converters = _reading()
        with connection.cursor() as cursor:
            cursor.execute(statement, [user_id])
            row = cursor.fetchone()
        if row is None:
            return None
        *values, accepted, numbers = row
        for place, (functions, column) in converters.items():
            for convert in functions:
                values[place] = convert(values[place], column, connection)
        user: User = User.from_db(DEFAULT_DB_ALIAS, names, values)
        user.accepted, user.cache_versions = accepted, cache_versions.from_column(numbers)
        return user


@cache
def _reading() -> tuple[str, list[str], dict[int, Any]]:
    """The statement, its field names and the ORM's converters, computed once.

    A raw query of the ORM computes them for every row, which took longer than the database.
    """
    compiler = User.objects.all().query.get_compiler(DEFAULT_DB_ALIAS)
    compiler.setup_query()
    columns = [expression for expression, *_ in compiler.select]
    fields = [column.target for column in columns]
    names = ", ".join(connection.ops.quote_name(field.column) for field in fields)
    statement = READER.format(columns=names, editions=cache_versions.as_column())
    return statement, [field.attname for field in fields], compiler.get_converters(columns)
