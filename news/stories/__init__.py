"""Headlines of several feeds that tell one story, put together once.

Call `storage.attach(headline_ids)` first: it gives stored headlines a recent story or a new one; `clusters.group` does
the same for headlines that are not stored. A headline is read (`facts`) and compared with the candidates that share
its words (`clusters`): a contradiction rules a pair out, else a probability decides (`scoring`). docs/stories.md says
how well.
"""
