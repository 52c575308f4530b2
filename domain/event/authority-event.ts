import type { Deputy } from '#domain/authority/deputy.ts';
import type { AuthorityChangeKind } from '#domain/authority/proposal.ts';
import type { RuleInput } from '#domain/authority/rule.ts';
import type { Event, RefusedDetail } from './event-shape.ts';

/** `text`: the rule as a sentence, or whose deputy it is. `replaces`: the id of the change that it changes or ends. */
type ProposedAuthority = {
  change: AuthorityChangeKind;
  text: string;
  replaces: string | null;
  became: RuleInput | Deputy | null;
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
