-- Whose accounts reach the same mailbox is asked for every page of people. There are thousands of them, not millions.
create index person_by_mailbox on person (mailbox_of(email));
