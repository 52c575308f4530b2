import type { Role } from '#domain/user/role.ts';
import type { ColumnType, Generated } from 'kysely';
import type { FilteredList } from '#domain/filter/saved-filter.ts';
import type { VerificationMethod } from '#domain/user/verification.ts';
import type {
  Json,
  OptionalJson,
  Instant,
  DefaultInstant,
  OptionalInstant,
  OptionalDay,
  OptionalText,
  BigCounter,
} from './schema.columns.ts';

export type PersonRow = {
  id: string;
  name: string;
  email: string;
  given_name: string;
  family_name: string;
  /** `scope:action` entries. In a hosted tenant: as of the last token. */
  permissions: string[];
  /** Claims of the last identity token; null until the first sign-in. */
  claims: OptionalJson;
  /** Our own directory, or a hosted tenant. */
  directory: 'embedded' | 'hosted';
  created_at: DefaultInstant;
  last_seen_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  deactivated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  /** Increments with every change by an administrator. */
  revision: Generated<number>;
  /** A fictional person for the demo sign-in: anyone with access to that page may be this person. */
  is_demo: Generated<boolean>;
  /** How the identity was verified; null: their votes do not count. */
  verification: ColumnType<VerificationMethod | null, VerificationMethod | null | undefined, VerificationMethod | null>;
  verified_at: OptionalInstant;
  /** The colleague who confirmed them, if any. */
  verified_by: OptionalText;
  /** Everyone who added or invited them, and who may have used the accounts that did. */
  introduced_by: Generated<string[]>;
  /** Since when the command line or an independent second person confirms them. */
  vouched_at: OptionalInstant;
};

/** The password of a person of our own directory, in password mode. */
export type PersonPasswordRow = {
  person_id: string;
  /** Argon2id in the usual text form: parameters, salt and hash. */
  hash: string;
  set_at: Instant;
  must_change: Generated<boolean>;
};

/** A one-time link to set a password. Only its recipient knows the value. */
export type InvitationRow = {
  /** SHA-256 of the value in the link. */
  token_hash: string;
  person_id: string;
  created_at: Instant;
  /** Null: the command line. */
  created_by: OptionalText;
  expires_at: Instant;
  /** Used, or replaced by a newer one. */
  used_at: OptionalInstant;
  /** A password was set with it. */
  accepted_at: OptionalInstant;
  /** It was only mailed to the person. */
  mailed: Generated<boolean>;
  /** When the person acknowledged it. */
  notified_at: OptionalInstant;
};

export type PeopleTables = {
  person: PersonRow;
  person_password: PersonPasswordRow;
  invitation: InvitationRow;
  /** The open request of a person for permissions, or the last one if it was declined. */
  access_request: {
    person_id: string;
    role: Role;
    reason: string;
    asked_at: Instant;
    /** When those who may grant it were last notified. */
    notified_at: Instant;
    declined_at: OptionalInstant;
    declined_by: OptionalText;
    decline_reason: Generated<string>;
  };
  /** The secret calendar address of a person. */
  calendar_feed: {
    person_id: string;
    /** SHA-256 of the secret in the address. */
    secret_hash: string;
    created_at: Instant;
  };
  /** A failed sign-in attempt. E-mail, address and browser are hashed. */
  sign_in_attempt: {
    id: BigCounter;
    email: string;
    address: string;
    /** The browser, if it had signed in as this person before. */
    device: OptionalText;
    /** Rejected before the password was checked: it does not count, but marks that the record was written. */
    refused: boolean;
    at: Instant;
  };
  /** Decided once for this database, for all servers. */
  setting: { key: string; value: string; set_at: Instant };
  /** One row per sign-in, so that it is recorded once however often the browser reports it. */
  sign_in: { person_id: string; session_key: string; at: DefaultInstant };
  oidc_record: {
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
  identity_key: {
    purpose: 'signing' | 'cookie';
    id: string;
    material: Json;
    created_at: DefaultInstant;
  };
  /** A named filter of a list that a person saved. */
  saved_filter: {
    id: string;
    person_id: string;
    list: FilteredList;
    name: string;
    name_key: string;
    /** The address of the list with this filter. */
    address: string;
    saved_at: Instant;
  };
  /** What a person wants by e-mail. */
  mail_preference: {
    person_id: string;
    at_once: Generated<boolean>;
    digest: Generated<boolean>;
    time_zone: OptionalText;
    zone_is_chosen: Generated<boolean>;
    secret: string;
    digest_day: OptionalDay;
  };
  mail_sent: { round_id: string; person_id: string; at: Instant };
  /** Letters that were claimed, and that the mail server has not accepted yet. */
  mail_unsent: {
    person_id: string;
    /** `digest`, or the id of a round. */
    about: string;
    claimed_at: Instant;
    attempts: Generated<number>;
    next_at: Instant;
  };
};
