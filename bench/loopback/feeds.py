"""A loopback server of feeds for the benchmark, run as a separate process: /<n>.xml, with ETag and 304."""

import asyncio
import sys

WORDS = (
    "rates",
    "growth",
    "exports",
    "wages",
    "prices",
    "output",
    "credit",
    "orders",
    "energy",
    "copper",
    "ships",
    "homes",
)


def document(number: int, entries: int) -> bytes:
    """An RSS 2.0 document of `entries` typical items: title, link, guid, date and some HTML."""
    items = []
    for i in range(entries):
        first, second = WORDS[(number + i) % 12], WORDS[(number * 7 + i * 5) % 12]
        items.append(
            f"<item><title>Report {number}-{i}: {first} and {second} moved in region {number * entries + i}"
            f"</title><link>https://news{number}.example/a/{i}?utm_source=rss&amp;id={i}</link>"
            f'<guid isPermaLink="false">{number}-{i}</guid>'
            f"<pubDate>Sat, 21 Nov 2026 {i % 12:02d}:{(number + i) % 60:02d}:00 GMT</pubDate>"
            f"<description><![CDATA[<p>The office said that <b>{first}</b> changed by {i}.{number % 10} per cent "
            f"against the month before, while {second} was little changed &amp; as expected by those asked."
            f'</p><p><a href="https://news{number}.example/a/{i}">Read more</a></p>]]></description></item>'
        )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel>'
        f"<title>Feed {number}</title><link>https://news{number}.example/</link><ttl>15</ttl>"
        f"{''.join(items)}</channel></rss>"
    ).encode()


async def serve(feeds: int, entries: int) -> None:
    documents = [document(number, entries) for number in range(feeds)]

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            number = int(head.split(b" ", 2)[1].strip(b"/").split(b".")[0])
            tag = f'"{number}-1"'
            if f"if-none-match: {tag}".encode() in head.lower():
                said = f"HTTP/1.1 304 Not Modified\r\nETag: {tag}\r\nConnection: close\r\n\r\n".encode()
            else:
                body = documents[number]
                said = (
                    f"HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nETag: {tag}\r\n"
                    f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
                ).encode() + body
            writer.write(said)
            await writer.drain()
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=512)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), int(sys.argv[2])))
