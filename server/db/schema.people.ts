import type { ColumnType, Generated } from 'kysely';
import type { FilteredList } from '#domain/filter/saved-filter.ts';
import type { VerificationMethod } from '#domain/user/verification.ts';
import type {
  Json,
  OptionalJson,
  Instant,
  DefaultInstant,
  OptionalInstant,
  OptionalText,
  BigCounter,
} from './schema.columns.ts';

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
  /** Moves with every change an administrator makes. */
  revision: Generated<number>;
  /** Invented, for the demo sign-in: anyone who reaches that page may be this person. */
  is_demo: Generated<boolean>;
  /** How it is known who they are; null: their votes are not counted. */
  verification: ColumnType<VerificationMethod | null, VerificationMethod | null | undefined, VerificationMethod | null>;
  verified_at: OptionalInstant;
  /** Who confirmed them, where a colleague did. */
  verified_by: OptionalText;
};

/** How a person of our own directory proves who they are, where that takes a password. */
export type PersonPasswordRow = {
  person_id: string;
  /** Argon2id in the usual text form: parameters, salt and hash. */
  hash: string;
  set_at: Instant;
  must_change: Generated<boolean>;
};

/** A one-time link to set a password. Its value is known to nobody but who was given it. */
export type InvitationRow = {
  /** SHA-256 of the value in the link. */
  token_hash: string;
  person_id: string;
  created_at: Instant;
  /** Nobody: the command line. */
  created_by: OptionalText;
  expires_at: Instant;
  /** Used, or taken back by a newer one. */
  used_at: OptionalInstant;
  /** A password was set by it. */
  accepted_at: OptionalInstant;
  /** It went to the mailbox of the person alone. */
  mailed: Generated<boolean>;
  /** When the person confirmed that they had read of it. */
  told_at: OptionalInstant;
};

/** An attempt to sign in that did not succeed. E-mail, address and browser are hashed. */
export type SignInAttemptRow = {
  id: BigCounter;
  email: string;
  address: string;
  /** The browser, where it had signed in as this person before. */
  device: OptionalText;
  /** Turned away before the password was looked at: it does not count, it says that the record of it was written. */
  refused: boolean;
  at: Instant;
};

/** What was decided for this database once, and holds for every server on it. */
export type SettingRow = { key: string; value: string; set_at: Instant };

/** One row per sign-in, so that it is recorded once however often the browser reports it. */
export type SignInRow = { person_id: string; session_key: string; at: DefaultInstant };

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

/** What a person wants a list to show, under a name of their own. */
export type SavedFilterRow = {
  id: string;
  person_id: string;
  list: FilteredList;
  name: string;
  name_key: string;
  /** Where the list stands with this filter. */
  address: string;
  saved_at: Instant;
};
