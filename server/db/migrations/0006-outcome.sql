-- Versions with which engines decide other than their review expected. Each is notified once.
create table outcome_drift (
  bucket_version_id uuid primary key references bucket_version (id),
  notified_at timestamptz not null
);

-- Rows of the first release have one of the kinds already, so that no scan is needed.
alter table notification
  drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in
    ('bucket_submitted', 'bucket_voted', 'bucket_vote_discounted', 'bucket_activated', 'bucket_sent_back',
      'bucket_scheduled', 'bucket_put_off', 'bucket_called_off', 'bucket_go_live_stopped', 'bucket_reviews_cancelled',
      'bucket_earlier_day_asked', 'bucket_earlier_day_rejected',
      'bucket_draft_joined', 'bucket_commented', 'bucket_stopped', 'person_access_requested',
      'person_access_granted', 'person_access_declined', 'bucket_appetite_proposed', 'bucket_appetite_changed',
      'bucket_appetite_declined', 'engine_behind', 'bucket_outcome_drifted')) not valid;
