"""What operators see and need: logs, notices, metrics, error reports and backups; `status` collects the state of all.

Call `notices.notify` for what staff must act on; register a line of the status with `status.reports`. Other folders may
import all of it except `status`, which imports them.
"""
