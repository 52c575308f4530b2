import type { Deputy } from '#domain/authority/deputy.ts';
import type { AuthorityChangeKind } from '#domain/authority/proposal.ts';
import type { RuleInput } from '#domain/authority/rule.ts';
import type { PortfolioUse } from '#domain/portfolio/use.ts';
import type { Limit } from '#domain/capacity/limit.ts';
import type { Channel } from '#domain/feed/channel.ts';
import type { FlagSetting } from '#domain/flag/flag.ts';
import type { SignInMode } from '#domain/user/sign-in-mode.ts';
import type { BucketEvent, DialEvent } from './bucket-event.ts';
import type { Event, RefusedDetail } from './event-shape.ts';
import type { PersonEvent } from './person-event.ts';

/**
 * All domain events as one union, each with its own name and type. Audit records, live events, notifications, webhook
 * messages and sentences are derived from it (`words.ts`, `projection.ts`).
 */
export type DomainEvent =
  | PersonEvent
  | AdminEvent
  | PortfolioEvent
  | DialEvent
  | BucketEvent
  | EngineEvent
  | AuthorityEvent;
export type { BucketEvent, DialEvent, PersonEvent };
export type EventName = DomainEvent['action'];
export type EventObject = DomainEvent['object'];
export type EventOf<A extends EventName> = Extract<DomainEvent, { action: A }>;
export type DetailOf<A extends EventName> = EventOf<A>['detail'];

/** `classes` only for lists whose options belong to classes. */
export type Option = Readonly<{ label: string; group: string | null; retired: boolean; classes?: readonly string[] }>;

export type AdminEvent =
  | Event<'sign_in_mode_changed', 'setting', { was: SignInMode | null; became: SignInMode }>
  /** Home no longer shows the first steps. */
  | Event<'setup_dismissed', 'setting', Record<never, never>>
  | Event<'flag_defined', 'flag', { became: FlagSetting }>
  | Event<'flag_changed', 'flag', { was: FlagSetting; became: FlagSetting }>
  | Event<'reference_added', 'reference_list', { became: readonly object[] }>
  | Event<'reference_changed', 'reference_list', { code: string; was: Option; became: Option }>
  | Event<'reference_deleted', 'reference_list', { code: string; was: Option }>
  | Event<'partner_added', 'partner', { name: string }>
  | Event<'partner_renamed', 'partner', { was: string; became: string }>
  | Event<'partner_change_refused', 'partner', RefusedDetail<'partner_added' | 'partner_renamed'>>
  | Event<
      'reference_change_refused',
      'reference_list',
      RefusedDetail<'reference_added' | 'reference_changed' | 'reference_deleted'> & { code: string }
    >
  | Event<'flag_change_refused', 'flag', RefusedDetail<'flag_changed'>>;

export type PortfolioEvent =
  /** `file` is null for the demo portfolio; `left_out`: skipped rows. */
  | Event<
      'portfolio_loaded',
      'portfolio',
      { name: string; file: string | null; risks: number; left_out: number; hash: string }
    >
  /** Impact now uses this portfolio; `was`: the name of the previous one. */
  | Event<'portfolio_used', 'portfolio', { name: string; was: string | null }>
  | Event<'portfolio_renamed', 'portfolio', { name: string; was: string }>
  | Event<'portfolio_deleted', 'portfolio', { name: string; risks: number; hash: string }>
  | Event<
      'portfolio_change_refused',
      'portfolio',
      RefusedDetail<
        'portfolio_loaded' | 'portfolio_used' | 'portfolio_renamed' | 'portfolio_deleted' | 'portfolio_limits_imported'
      > & {
        name: string;
      }
    >
  /** All limits of exposure were replaced; `was`: how many there were. */
  | Event<
      'portfolio_limits_imported',
      'portfolio',
      { name: string; file: string; was: number; became: readonly Limit[] }
    >;

type EngineEvent =
  /** `partners`: those that it may read; null: all. */
  | Event<
      'engine_added',
      'engine',
      { name: string; channel: Channel; partners: readonly number[] | null; expires_on: string }
    >
  | Event<'engine_token_replaced', 'engine', { name: string; expires_on: string }>
  | Event<'engine_token_revoked', 'engine', { name: string }>
  /** It has run an older release for too long. */
  | Event<'engine_behind', 'engine', { name: string; sequence: number | null; newest: number }>
  | Event<'engine_caught_up', 'engine', { name: string; sequence: number }>
  | Event<
      'engine_change_refused',
      'engine',
      RefusedDetail<'engine_added' | 'engine_token_replaced' | 'engine_token_revoked'> & { name: string }
    >;

/** `text`: the rule as a sentence, or whose deputy it is. `replaces`: the id of the change that it changes or ends. */
type ProposedAuthority = {
  change: AuthorityChangeKind;
  text: string;
  replaces: string | null;
  became: RuleInput | Deputy | PortfolioUse | null;
};
/** `proposed_by`: a person's id. */
type DecidedAuthority = ProposedAuthority & { proposed_by: string; reason: string };

type ClassFacts = Readonly<{ owner: string | null; next_review: string | null }>;

/** Who must sign what, who answers for a class, and who may do what. */
export type AuthorityEvent =
  | Event<'authority_proposed', 'authority', ProposedAuthority>
  | Event<'authority_confirmed', 'authority', DecidedAuthority>
  | Event<'authority_declined', 'authority', DecidedAuthority>
  | Event<'authority_withdrawn', 'authority', DecidedAuthority>
  | Event<
      'authority_change_refused',
      'authority',
      RefusedDetail<'authority_proposed' | 'authority_confirmed' | 'authority_declined' | 'authority_withdrawn'>
    >
  /** The object id of a class is its slug. */
  | Event<'class_record_changed', 'class', { was: ClassFacts; became: ClassFacts }>
  | Event<'class_change_refused', 'class', RefusedDetail<'class_record_changed'>>
  /** Somebody confirmed the list of who may do what; `hash`: of that list. */
  | Event<'permissions_confirmed', 'permissions', { people: number; hash: string; note: string }>;

/** Events that can be attempted and refused. */
export type Attempt = Extract<DomainEvent, { detail: { attempt: string } }>['detail']['attempt'];

export type BucketAddress = Readonly<{ partner: number; cob: string }>;
export const bucketId = ({ partner, cob }: BucketAddress): string => `${partner}/${cob}`;

export function readBucketId(id: string): BucketAddress {
  const [partner = '', cob = ''] = id.split('/');
  return { partner: Number(partner), cob };
}

export const bucketObject = (address: BucketAddress) => ({ type: 'bucket', id: bucketId(address) }) as const;

/** The object type is the prefix of the event name, except for these. */
const OBJECT_TYPES: Readonly<Record<string, EventObject['type']>> = {
  signed_in: 'person',
  sign_in_refused: 'person',
  access_refused: 'person',
  sign_in_mode_changed: 'setting',
  setup_dismissed: 'setting',
  dial_import_refused: 'dials',
};
const PREFIXES: Readonly<Record<string, EventObject['type']>> = { reference: 'reference_list' };

function objectTypeOf(action: EventName): EventObject['type'] {
  const [prefix = ''] = action.split('_');
  return OBJECT_TYPES[action] ?? PREFIXES[prefix] ?? (prefix as EventObject['type']);
}

export const makeEvent = <A extends EventName>(action: A, id: string, detail: DetailOf<A>): EventOf<A> =>
  ({ action, object: { type: objectTypeOf(action), id }, detail }) as unknown as EventOf<A>;

export const bucketEvent = <A extends BucketEvent['action']>(action: A, address: BucketAddress, detail: DetailOf<A>) =>
  makeEvent(action, bucketId(address), detail);

const REFUSED_CHANGE = {
  person: 'person_change_refused',
  partner: 'partner_change_refused',
  reference_list: 'reference_change_refused',
  flag: 'flag_change_refused',
  portfolio: 'portfolio_change_refused',
  dial: 'dial_change_refused',
  bucket: 'bucket_change_refused',
  engine: 'engine_change_refused',
  authority: 'authority_change_refused',
  class: 'class_change_refused',
} as const;

/** `more`: further details to record. */
export function refusedEvent(
  { attempt, id, ...more }: Readonly<{ attempt: Attempt; id: string; [more: string]: unknown }>,
  refusal: Readonly<{ because: string; message: string }>,
): DomainEvent {
  const detail = { ...more, attempt, ...refusal };
  if (attempt === 'dial_imported') return makeEvent('dial_import_refused', id, detail as never);
  const type = objectTypeOf(attempt) as keyof typeof REFUSED_CHANGE;
  return makeEvent(REFUSED_CHANGE[type], id, detail as never);
}
