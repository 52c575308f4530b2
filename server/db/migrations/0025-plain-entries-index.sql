-- A dial that is in thousands of live buckets is set in few of them by overrides: who reads the highest values of a class finds the
-- others in these indexes alone, without their rows.
create index current_entry_plain on current_entry (dial_id, dial_version, bucket_id) where is_live and overrides = '{}';
create index current_entry_overridden on current_entry (dial_id) where is_live and overrides <> '{}';
