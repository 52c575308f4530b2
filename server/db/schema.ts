import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** One row type per table. `schema.test.ts` holds them against the migrated database. */
export type Schema = {
  person: PersonRow;
  sign_in: SignInRow;
  audit_event: AuditEventRow;
  audit_head: AuditHeadRow;
  oidc_record: OidcRecordRow;
  identity_key: IdentityKeyRow;
  flag: FlagRow;
  analytics_event: AnalyticsEventRow;
  analytics_profile: AnalyticsProfileRow;
};

type Json = JSONColumnType<Record<string, unknown>>;
type OptionalJson = JSONColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
type Instant = ColumnType<Date, Date | string, Date | string>;
type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>;
/** int8 arrives as a string. */
type BigCounter = ColumnType<string, never, never>;

export type PersonRow = {
  id: string;
  name: string;
  email: string;
  given_name: string;
  family_name: string;
  /** `scope:action` entries. In a hosted tenant: as last seen in a token. */
  permissions: string[];
  /** Claims of the last identity token; null until the first sign-in. */
  claims: OptionalJson;
  /** Whether this server's own directory holds the person, or a hosted tenant does. */
  directory: 'embedded' | 'hosted';
  created_at: DefaultInstant;
  last_seen_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  deactivated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
};

/** One row per sign-in, so that it is recorded once however often the browser reports it. */
export type SignInRow = { person_id: string; session_key: string; at: DefaultInstant };

export type AuditEventRow = {
  seq: BigCounter;
  at: Instant;
  actor_id: string | null;
  action: string;
  object_type: string;
  object_id: string;
  detail: Json;
  previous_hash: string;
  hash: string;
};

/** A single row: the end of the chain. Locking it puts writers in line. */
export type AuditHeadRow = { only: Generated<boolean>; hash: string };

export type OidcRecordRow = {
  model: string;
  /** SHA-256 of the bearer value, never the value itself. */
  id: string;
  payload: Json;
  grant_id: string | null;
  uid: string | null;
  account_id: string | null;
  consumed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
};

export type IdentityKeyRow = {
  purpose: 'signing' | 'cookie';
  id: string;
  material: Json;
  created_at: DefaultInstant;
};

/** `definition` is a flagd flag: state, variants, defaultVariant, targeting. */
export type FlagRow = { key: string; definition: Json; updated_at: DefaultInstant };

export type AnalyticsEventRow = {
  insert_id: string;
  kind: 'click' | 'page view' | 'search';
  distinct_id: string;
  at: Instant;
  received_at: DefaultInstant;
  properties: Json;
};

export type AnalyticsProfileRow = { distinct_id: string; properties: Json; updated_at: DefaultInstant };
