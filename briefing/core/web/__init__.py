"""What all pages share: cached pages, cookies, limits and error pages.

Start at `page_cache.serve_cached`, which serves a page that is the same for many readers. Code that changes what pages
show calls `cache_versions.invalidate`; a view that must not be called too often calls `limits.count_use`.
"""
