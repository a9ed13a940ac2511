"""Background work: the timetable, the jobs that it opens, and the processes that do them.

Register a handler with `jobs.handles`, request work with `jobs.enqueue`; `schedule.open_slot` does so at the times of
the timetable. `leases` keeps two workers from one row, `heartbeat.beat` shows that a process runs, and
`retention.purges` registers what is deleted daily.
"""
