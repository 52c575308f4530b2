-- Another portfolio is proposed and confirmed like a rule while a rule counts its risks. Rows so far have one of the earlier
-- kinds, so that no scan is needed.
alter table authority_change
  drop constraint authority_change_kind_check,
  add constraint authority_change_kind_check
    check (kind in ('add_rule', 'change_rule', 'remove_rule', 'add_deputy', 'end_deputy', 'use_portfolio')) not valid,
  drop constraint authority_change_replaces,
  add constraint authority_change_replaces
    check ((kind in ('add_rule', 'add_deputy', 'use_portfolio')) = (replaces is null)) not valid;
