"""Groups headlines of several feeds that report the same story.

`storage.attach` assigns stored headlines to a recent or a new story; `clusters.group` does the same for headlines
that are not stored. Each headline is parsed (`facts`) and compared with candidates that share its words (`clusters`);
a pair is excluded by a contradiction or decided by a probability (`scoring`). Accuracy: docs/quality.md.
"""
