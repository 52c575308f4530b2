import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Deputy } from '#domain/authority/deputy.ts';
import type { AuthorityChangeKind, AuthorityOutcome } from '#domain/authority/proposal.ts';
import type { RuleInput } from '#domain/authority/rule.ts';
import type { PortfolioUse } from '#domain/portfolio/use.ts';
import type { Instant, OptionalDay, OptionalInstant, OptionalText } from './schema.columns.ts';

/** A proposal of a rule or a deputy, or of its change or end. A confirmed one is in force until it ends. */
export type AuthorityChangeRow = {
  id: string;
  kind: AuthorityChangeKind;
  body: JSONColumnType<RuleInput | Deputy | PortfolioUse, string, never>;
  replaces: OptionalText;
  proposed_by: string;
  proposed_at: Instant;
  outcome: ColumnType<AuthorityOutcome | null, AuthorityOutcome | null | undefined, AuthorityOutcome | null>;
  decided_by: OptionalText;
  decided_at: OptionalInstant;
  reason: Generated<string>;
  ended_at: OptionalInstant;
};

export type AccessReviewRow = { id: string; at: Instant; by: string; people: number; hash: string; note: string };

export type AuthorityTables = {
  authority_change: AuthorityChangeRow;
  class_record: {
    cob: string;
    owner: OptionalText;
    next_review: OptionalDay;
    revision: Generated<number>;
  };
  access_review: AccessReviewRow;
};
