import type { InsertType, SelectType } from 'kysely';
import { expect, test } from 'vitest';
import { AUTHORITY } from '#server/testing/authority-tables.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { FEED } from '#server/testing/feed-tables.ts';
import { MEASURED } from '#server/testing/measured-tables.ts';
import { REVIEWED } from '#server/testing/review-tables.ts';
import type { Schema } from './schema.ts';

/** The database type that a row type requires. */
type Kind<T> = T extends Date
  ? 'timestamptz'
  : T extends boolean
    ? 'bool'
    : T extends string
      ? 'text' | 'int8' | 'uuid' | 'date' | 'numeric' | 'xid8'
      : T extends number
        ? 'int4'
        : T extends readonly string[]
          ? '_text'
          : T extends readonly number[]
            ? '_int4' | 'jsonb'
            : T extends Buffer
              ? 'bytea'
              : T extends object
                ? 'jsonb'
                : never;

type Column<C> = [InsertType<C>] extends [never]
  ? `${Kind<SelectType<C>>} generated`
  : null extends SelectType<C>
    ? `${Kind<NonNullable<SelectType<C>>>} or null`
    : undefined extends InsertType<C>
      ? `${Kind<SelectType<C>>} default`
      : Kind<SelectType<C>> | `${Kind<SelectType<C>>} default`;

type Tables = { [T in keyof Schema]: { [C in keyof Schema[T]]: Column<Schema[T][C]> } };

/** The type checker compares this with the row types, and the test below with the database. */
const expected = {
  person: {
    id: 'text',
    name: 'text',
    email: 'text',
    given_name: 'text',
    family_name: 'text',
    permissions: '_text default',
    claims: 'jsonb or null',
    directory: 'text',
    created_at: 'timestamptz default',
    last_seen_at: 'timestamptz or null',
    deactivated_at: 'timestamptz or null',
    revision: 'int4 default',
    is_demo: 'bool default',
    verification: 'text or null',
    verified_at: 'timestamptz or null',
    verified_by: 'text or null',
  },
  person_password: { person_id: 'text', hash: 'text', set_at: 'timestamptz', must_change: 'bool default' },
  invitation: {
    token_hash: 'text',
    person_id: 'text',
    created_at: 'timestamptz',
    created_by: 'text or null',
    expires_at: 'timestamptz',
    used_at: 'timestamptz or null',
    accepted_at: 'timestamptz or null',
    mailed: 'bool default',
    notified_at: 'timestamptz or null',
  },
  access_request: {
    person_id: 'text',
    role: 'text',
    reason: 'text',
    asked_at: 'timestamptz',
    notified_at: 'timestamptz',
    declined_at: 'timestamptz or null',
    declined_by: 'text or null',
    decline_reason: 'text default',
  },
  calendar_feed: { person_id: 'text', secret_hash: 'text', created_at: 'timestamptz' },
  sign_in_attempt: {
    id: 'int8 generated',
    email: 'text',
    address: 'text',
    device: 'text or null',
    refused: 'bool',
    at: 'timestamptz',
  },
  setting: { key: 'text', value: 'text', set_at: 'timestamptz' },
  sign_in: { person_id: 'text', session_key: 'text', at: 'timestamptz default' },
  audit_event: {
    seq: 'int8 generated',
    at: 'timestamptz',
    actor_id: 'text or null',
    action: 'text',
    object_type: 'text',
    object_id: 'text',
    detail: 'jsonb',
    previous_hash: 'text',
    hash: 'text',
  },
  audit_head: {
    only: 'bool default',
    hash: 'text',
    seq: 'int8 default',
    count: 'int8 default',
    at: 'timestamptz or null',
  },
  audit_checkpoint: {
    id: 'int8 generated',
    seq: 'int8',
    hash: 'text',
    count: 'int8',
    at: 'timestamptz',
    key: 'text',
    signature: 'text',
  },
  oidc_record: {
    model: 'text',
    id: 'text',
    payload: 'jsonb',
    grant_id: 'text or null',
    uid: 'text or null',
    account_id: 'text or null',
    consumed_at: 'timestamptz or null',
    expires_at: 'timestamptz or null',
  },
  identity_key: { purpose: 'text', id: 'text', material: 'jsonb', created_at: 'timestamptz default' },
  flag: { key: 'text', definition: 'jsonb', updated_at: 'timestamptz default' },
  analytics_event: {
    insert_id: 'text',
    kind: 'text',
    distinct_id: 'text',
    at: 'timestamptz',
    received_at: 'timestamptz default',
    properties: 'jsonb',
  },
  analytics_profile: { distinct_id: 'text', properties: 'jsonb', updated_at: 'timestamptz default' },
  reference_option: {
    list: 'text',
    code: 'text',
    label: 'text',
    grp: 'text or null',
    position: 'int4',
    retired_at: 'timestamptz or null',
    revision: 'int4 default',
    classes: '_text default',
  },
  search_refresh: { list: 'text', code: 'text', at: 'timestamptz default' },
  partner: { number: 'int4', name: 'text', created_at: 'timestamptz default', revision: 'int4 default' },
  dial: {
    id: 'uuid',
    created_at: 'timestamptz',
    created_by: 'text',
    deleted_at: 'timestamptz or null',
    deleted_by: 'text or null',
    revision: 'int4',
    published_version: 'int4 or null',
    draft_version: 'int4 or null',
    name: 'text',
    name_key: 'text',
    search_text: 'text',
    tags: '_text',
    authors: '_text',
    own_classes: '_text',
    status: 'text',
    status_day: 'date or null',
    active_from: 'date or null',
    active_until: 'date or null',
    in_live_bucket: 'bool default',
    bucket_count: 'int4 default',
    saved_at: 'timestamptz',
    used_classes: '_text default',
    classes: '_text generated',
    changed_in: 'xid8 default',
  },
  dial_count: { status: 'text', change: 'int4', drafts: 'int4 default' },
  dial_version: {
    dial_id: 'uuid',
    version: 'int4',
    state: 'text',
    data: 'jsonb',
    created_at: 'timestamptz',
    created_by: 'text',
    saved_at: 'timestamptz',
    saved_by: 'text',
    published_at: 'timestamptz or null',
    published_by: 'text or null',
  },
  dial_version_writer: { dial_id: 'uuid', version: 'int4', person_id: 'text' },
  bucket: {
    id: 'uuid',
    cob: 'text',
    partner_number: 'int4',
    appetite: 'numeric',
    created_at: 'timestamptz',
    revision: 'int4 default',
  },
  bucket_version: {
    id: 'uuid',
    bucket_id: 'uuid',
    number: 'int4 or null',
    state: 'text',
    description: 'text default',
    created_at: 'timestamptz',
    created_by: 'text or null',
    saved_at: 'timestamptz',
    saved_by: 'text or null',
    based_on: 'int4 or null',
    live_at: 'timestamptz or null',
    superseded_at: 'timestamptz or null',
    changes: 'jsonb or null',
    dials: 'int4 default',
    set_id: 'uuid or null',
    set_revision: 'int4 or null',
    entries_before_set: 'jsonb or null',
  },
  draft_set: {
    id: 'uuid',
    title: 'text',
    saved_at: 'timestamptz',
    saved_by: 'text',
    buckets: 'int4',
    source_partner: 'int4 or null',
    source_cob: 'text or null',
    dial_id: 'uuid or null',
    dial_version: 'int4 or null',
  },
  bucket_entry: {
    bucket_version_id: 'uuid',
    position: 'int4',
    dial_id: 'uuid',
    dial_version: 'int4',
    overrides: 'jsonb default',
  },
  bucket_editor: { bucket_version_id: 'uuid', person_id: 'text' },
  bucket_stop: {
    id: 'uuid',
    bucket_id: 'uuid',
    stopped_at: 'timestamptz',
    stopped_by: 'text',
    reason: 'text',
    ended_at: 'timestamptz or null',
  },
  bucket_example: {
    id: 'uuid',
    bucket_id: 'uuid',
    name: 'text',
    name_key: 'text',
    risk: 'jsonb',
    expected: 'jsonb',
    saved_at: 'timestamptz',
    saved_by: 'text',
    revision: 'int4 default',
  },
  ...MEASURED,
  ...REVIEWED,
  ...AUTHORITY,
  notification: {
    id: 'int8 generated',
    person_id: 'text',
    kind: 'text',
    at: 'timestamptz',
    by: 'text or null',
    bucket_id: 'uuid or null',
    read_at: 'timestamptz or null',
    set_id: 'uuid or null',
    proposal_id: 'uuid or null',
    buckets: 'int4 default',
    choice: 'text or null',
    text: 'text default',
    comments: 'int4 default',
    role: 'text or null',
  },
  ...FEED,
} satisfies Tables;

test('the row types match the migrated database', async () => {
  const database = await createTestDatabase();
  const columns = await execute(
    database.config,
    `select table_name as "table", column_name as "column",
       udt_name || case when is_identity = 'YES' or is_generated = 'ALWAYS' then ' generated' when is_nullable = 'YES' then ' or null'
         when column_default is not null then ' default' else '' end as kind
     from information_schema.columns where table_schema = 'public' and table_name not like 'schema_migration%'`,
  );
  await database.drop();
  const found: Record<string, Record<string, unknown>> = {};
  for (const { table, column, kind } of columns) (found[String(table)] ??= {})[String(column)] = kind;
  expect(found).toEqual(expected);
});
