-- Adds a book to the demo's: dials, buckets with their former versions, drafts, reviews, people, counted decisions, audit
-- records, notifications and usage. Sizes are settings `book.*`. Triggers are off, so what they keep is written at the end.
set session_replication_role = replica;
set synchronous_commit = off;
set work_mem = '256MB';
set client_min_messages = warning;
set statement_timeout = 0;

create function pg_temp.size(name text) returns int language sql stable as $$ select current_setting('book.' || name)::int $$;
-- A number below `most` that is always the same for the same key.
create function pg_temp.pick(key text, most int) returns int language sql immutable as $$
  select (('x' || substr(md5(key), 1, 7))::bit(28)::int % greatest(most, 1)) $$;
create function pg_temp.id(key text) returns uuid language sql immutable as $$
  select overlay(overlay(md5('book ' || key) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid $$;
create function pg_temp.author(key text) returns text language sql stable as $$
  select case pg_temp.pick(key, 12) when 0 then 'demo|underwriter' when 1 then 'demo|underwriter.two'
    else 'book|' || 1 + 2 * pg_temp.pick(key, pg_temp.size('people') / 2) end $$;
create function pg_temp.ago(days numeric) returns timestamptz language sql stable as $$
  select date_trunc('hour', now()) - days * interval '1 day' $$;

-- People: underwriters with odd numbers, reviewers with even ones.
insert into person (id, name, email, given_name, family_name, permissions, directory, is_demo, created_at, verification,
    verified_at, vouched_at)
  select 'book|' || n, 'Person ' || n, 'person.' || n || '@demo.lineslip.example', 'Person', n::text, model.permissions,
    'embedded', true, pg_temp.ago(400), 'demo', pg_temp.ago(400), pg_temp.ago(400)
  from generate_series(1, pg_temp.size('people')) n
  join person model on model.id = case n % 2 when 1 then 'demo|underwriter' else 'demo|reviewer.one' end;

insert into partner (number, name) select 20000 + n, 'Partner ' || n from generate_series(1, pg_temp.size('partners')) n;

create temporary table class as
  select cob, row_number() over (order by cob) - 1 as number, count(*) over () as classes
  from (select distinct cob from bucket) c;

-- Dials: each like one of the demo's. The first three are in every bucket.
create temporary table template as
  select row_number() over (order by d.name) - 1 as number, count(*) over () as templates, v.data, d.search_text
  from dial d join dial_version v on v.dial_id = d.id and v.version = d.published_version
  where d.status = 'active' and d.deleted_at is null;
create temporary table book_dial as
  select n, pg_temp.id('dial ' || n) as id, t.data, t.search_text, c.cob,
    'Layer ' || n || ' ' || left(t.data ->> 'name', 60) as name, pg_temp.author('dial ' || n) as author,
    row_number() over (partition by c.cob order by n) as place, count(*) over (partition by c.cob) as places
  from generate_series(0, pg_temp.size('dials') - 1) n
  join template t on t.number = n % t.templates
  join class c on c.number = n % c.classes;
create unique index on book_dial (cob, place);
create unique index on book_dial (n);
analyze book_dial;
insert into dial (id, created_at, created_by, revision, published_version, name, name_key, search_text, tags, authors,
    own_classes, status, saved_at)
  select id, pg_temp.ago(300), author, pg_temp.size('versions'), pg_temp.size('versions'), name, lower(name),
    ' ' || lower(name) || search_text, array(select jsonb_array_elements_text(data -> 'tags')),
    array(select jsonb_array_elements_text(data -> 'authors')), case when n < 3 then '{}' else array[cob] end, 'active',
    pg_temp.ago(pg_temp.pick(name, 200))
  from book_dial;
insert into dial_version (dial_id, version, state, data, created_at, created_by, saved_at, saved_by, published_at, published_by)
  select id, v, 'published',
    data || jsonb_build_object('name', name, 'active_from', null, 'active_until', null, 'values',
      data -> 'values' || jsonb_build_object('max_line', 100000 * (1 + pg_temp.pick(name || v, 40)))),
    at, author, at, author, at, author
  from book_dial, generate_series(1, pg_temp.size('versions')) v, lateral (select pg_temp.ago(300 - 20 * v) as at) moment;
insert into dial_version_writer (dial_id, version, person_id) select dial_id, version, saved_by from dial_version v
  where exists (select from book_dial b where b.id = v.dial_id);

-- Buckets, and their versions.
create temporary table book_bucket as
  select pg_temp.id('bucket ' || p || ' ' || cob) as id, cob, 20000 + p as partner,
    row_number() over (order by md5(p || cob)) as n,
    pg_temp.size('versions') + pg_temp.pick('versions ' || p || cob, pg_temp.size('versions') + 1) as versions,
    pg_temp.size('entries') + pg_temp.pick('dials ' || p || cob, 4 * pg_temp.size('entries')) as dials
  from class, generate_series(1, pg_temp.size('partners')) p;
create unique index on book_bucket (n);
analyze book_bucket;
insert into bucket (id, cob, partner_number, appetite, created_at) select id, cob, partner, 0.75, pg_temp.ago(400) from book_bucket;
-- The list of each bucket: three dials that all have, then those of the class.
create temporary table listed as
  select b.id as bucket_id, d.n as dial, d.id as dial_id,
    row_number() over (partition by b.id order by d.n >= 3, md5(b.id::text || d.n)) as position
  from book_bucket b join book_dial d on d.n < 3 or (d.cob = b.cob and d.place <= b.dials);
create index on listed (bucket_id);
analyze listed;
create temporary table book_version as
  select pg_temp.id('version ' || b.id || ' ' || v) as id, b.id as bucket_id, v as number, b.versions - v as age
  from book_bucket b, generate_series(1, b.versions) v;
insert into bucket_version (id, bucket_id, number, state, description, created_at, created_by, saved_at, saved_by, based_on,
    live_at, superseded_at)
  select id, bucket_id, number, case age when 0 then 'live' else 'superseded' end, 'Version ' || number, at, author, at,
    author, nullif(number - 1, 0), at, case when age > 0 then pg_temp.ago(20 * age) end
  from book_version, lateral (select pg_temp.ago(20 * age + 20) as at, pg_temp.author(id::text) as author) said;
-- An entry in twenty of a version was not in the one before; three in a hundred are behind their dial.
insert into bucket_entry (bucket_version_id, position, dial_id, dial_version, overrides)
  select v.id, row_number() over (partition by v.id order by l.position), l.dial_id,
    greatest(1, pg_temp.size('versions') - v.age - (pg_temp.pick(l.dial_id::text || v.bucket_id, 33) = 0)::int),
    case when l.position > 3 and pg_temp.pick('override' || l.dial_id || v.bucket_id, 20) = 0
      then '{"max_line": 750000}'::jsonb else '{}'::jsonb end
  from book_version v join listed l on l.bucket_id = v.bucket_id
  where v.age = 0 or l.position <= 3 or pg_temp.pick(v.age::text || l.dial_id, 20) > 0;

-- Drafts of the first buckets; the last of them are in review.
create temporary table book_draft as
  select b.n, pg_temp.id('draft ' || b.id) as id, b.id as bucket_id, b.versions, live.id as live_id,
    b.n > pg_temp.size('drafts') as reviewed, pg_temp.author('draft ' || b.id) as author,
    pg_temp.ago(1 + pg_temp.pick(b.id::text, 20)) as at
  from book_bucket b join book_version live on live.bucket_id = b.id and live.age = 0
  where b.n <= pg_temp.size('drafts') + pg_temp.size('reviews');
insert into bucket_version (id, bucket_id, state, description, created_at, created_by, saved_at, saved_by, based_on, changes)
  select id, bucket_id, case when reviewed then 'pending_review' else 'draft' end,
    case when reviewed then 'Raise the line of one dial.' else '' end, at, author, at, author, versions,
    '{"added": 0, "removed": 1, "updated": 0, "reordered": 0, "overridden": 1}'
  from book_draft;
insert into bucket_entry (bucket_version_id, position, dial_id, dial_version, overrides)
  select d.id, e.position, e.dial_id, e.dial_version, case e.position when 5 then '{"max_line": 1250000}' else e.overrides end
  from book_draft d join bucket_entry e on e.bucket_version_id = d.live_id
  where e.position < (select count(*) from bucket_entry c where c.bucket_version_id = d.live_id);
insert into bucket_editor (bucket_version_id, person_id) select id, author from book_draft;
update bucket_version v set dials = counted.dials
  from (select bucket_version_id as id, count(*) as dials from bucket_entry group by 1) counted
  where counted.id = v.id and v.dials <> counted.dials;
-- Votes are bound to the hash of canonical JSON: sorted keys, no white space.
insert into review_round (id, bucket_version_id, number, description, submitted_at, submitted_by, content_hash, authors,
    author_reasons, required, broken_examples, content)
  select pg_temp.id('round ' || d.id), d.id, 1, 'Raise the line of one dial.', d.at, d.author,
    encode(sha256(convert_to(said.text, 'UTF8')), 'hex'), array[d.author],
    jsonb_build_array(jsonb_build_object('person', d.author, 'saved', true, 'submitted', true, 'dials', '[]'::jsonb)), 2, '[]',
    said.text::jsonb
  from book_draft d, lateral (
    select '[' || string_agg('{"dial_id":"' || dial_id || '","overrides":' || replace(overrides::text, ' ', '')
      || ',"version":' || dial_version || '}', ',' order by position) || ']' as text
    from bucket_entry e where e.bucket_version_id = d.id) said
  where d.reviewed;
insert into review_vote (round_id, person_id, choice, comment, content_hash, voted_at)
  select r.id, 'book|2', 'approve', '', r.content_hash, r.submitted_at + interval '1 hour'
  from review_round r join book_draft d on d.id = r.bucket_version_id where d.n % 2 = 0;

-- What engines counted: the same for every day of a bucket. Most dials decide sometimes, one in fifteen never.
create temporary table counted as
  select b.id as bucket_id, b.versions as version, 200 + pg_temp.pick(b.id::text, 400) as decisions,
    (select array_agg(case when block in (3, 5) or pg_temp.pick(e.dial_id::text, 15) = 0 then 0
        else pg_temp.pick(e.dial_id::text || b.id || block, 60) end order by block, e.position)
      from bucket_entry e, generate_series(0, pg_temp.size('blocks') - 1) block where e.bucket_version_id = v.id) as counts
  from book_bucket b join book_version v on v.bucket_id = b.id and v.age = 0;
insert into decision_day (bucket_id, version, day, decisions, nothing_set, no_max_line, stopped, compared, differs, counts, beaten,
    decided)
  select bucket_id, version, pg_temp.ago(day)::date, decisions, decisions / 10, decisions / 8, 0, 0, 0, counts, '{}',
    -- As the trigger would, which is off.
    counts[cardinality(counts) / pg_temp.size('blocks') + 1 : 2 * cardinality(counts) / pg_temp.size('blocks')]
  from counted, generate_series(0, pg_temp.size('days') - 1) day;

-- The engine of the demo would decide its risks in each of these buckets, beside what is measured.
update engine set revoked_at = now();

-- Audit records as the demo's, about the book's buckets and dials. Their hashes are not those of a chain.
create temporary table model as
  select row_number() over (order by seq) - 1 as n, action, object_type, detail from audit_event
  where object_type in ('bucket', 'dial');
create unique index on model (n);
analyze model;
insert into audit_event (at, actor_id, action, object_type, object_id, detail, previous_hash, hash)
  select now() - (pg_temp.size('records') - r) * interval '15 seconds', pg_temp.author('record ' || r), m.action, m.object_type,
    case m.object_type when 'dial' then d.id::text else b.partner || '/' || b.cob end, m.detail,
    md5('record ' || r - 1) || md5('book'), md5('record ' || r) || md5('book')
  from generate_series(1, pg_temp.size('records')) r
  join model m on m.n = r % (select count(*) from model)
  join book_dial d on d.n = r % pg_temp.size('dials')
  join book_bucket b on b.n = 1 + r % (select count(*) from book_bucket);
update audit_head set (hash, seq, at) = (select hash, seq, at from audit_event order by seq desc limit 1),
  count = (select count(*) from audit_event);

insert into notification (person_id, kind, at, by, bucket_id)
  select case r % 50 when 0 then 'demo|underwriter' else 'book|' || 1 + pg_temp.pick('told ' || r, pg_temp.size('people')) end,
    'bucket_activated', now() - r * interval '1 minute', 'book|2', b.id
  from generate_series(1, pg_temp.size('notifications')) r
  join book_bucket b on b.n = 1 + r % (select count(*) from book_bucket);
insert into analytics_event (insert_id, kind, distinct_id, at, received_at, properties)
  select 'book ' || n, case n % 10 when 0 then 'search' else 'page view' end, pg_temp.author('view ' || n), at, at,
    jsonb_build_object('page', (array['/dials', '/dials/:id', '/buckets', '/syndicate/:partner/bucket/:cob', '/'])[1 + n % 5],
      'results', (n % 7)::text)
  from generate_series(1, pg_temp.size('records') / 2) n,
    lateral (select now() - n * (interval '90 days' / (pg_temp.size('records') / 2)) as at) moment;

select rewrite_current_entries();
update dial set bucket_count = held.buckets, in_live_bucket = held.in_live, used_classes = held.classes
  from (select e.dial_id as id, count(distinct b.id) as buckets, bool_or(e.is_live) as in_live,
      array_agg(distinct b.cob collate "C" order by b.cob collate "C") as classes
    from current_entry e join bucket b on b.id = e.bucket_id group by 1) held
  where held.id = dial.id;
insert into dial_count select 'active', count(*), 0 from book_dial;
update bucket set revision = revision + 1 where partner_number > 20000;
reset session_replication_role;
analyze;
