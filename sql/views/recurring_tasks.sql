-- The farm's recurring work: when each task ran last, how that ended, and when it is due next. Tasks that
-- wait for nodes to get ready stay due for five minutes after a start.
create view recurring_tasks as
select
  task,
  started_at,
  finished_at,
  error,
  extract(epoch from next_run_at - clock_timestamp())::numeric(12, 1) as due_in_seconds
from schedule
order by next_run_at;
