set lock_timeout = '5s';

-- What operators did about a job that was given up. The row stays, so that its death still counts.
alter table dead_letters
add column answer text,
add column answered_at timestamptz;
alter table dead_letters
add constraint dead_letters_answer_known
check (
  (answer is null) = (answered_at is null)
  and (answer is null or answer in ('redriven', 'moved on', 'dismissed'))
) not valid;

-- Refused: what the user gave cannot be worked on, which is no failure of the farm.
alter table job_history drop constraint job_history_outcome_known;
alter table job_history
add constraint job_history_outcome_known
check (outcome in ('done', 'moot', 'cancelled', 'refused')) not valid;
