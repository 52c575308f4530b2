-- When a version that waited for its day was activated. It is live from the first moment of that day (live_at), as engines
-- decide, however late a server gets to it. Null: it was activated at live_at.
alter table bucket_version add column activated_at timestamptz;
