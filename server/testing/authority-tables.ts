/** The columns of the tables of authority. */
export const AUTHORITY = {
  authority_change: {
    id: 'uuid',
    kind: 'text',
    body: 'jsonb',
    replaces: 'uuid or null',
    proposed_by: 'text',
    proposed_at: 'timestamptz',
    outcome: 'text or null',
    decided_by: 'text or null',
    decided_at: 'timestamptz or null',
    reason: 'text default',
    ended_at: 'timestamptz or null',
  },
  class_record: { cob: 'text', owner: 'text or null', next_review: 'date or null', revision: 'int4 default' },
  access_review: { id: 'uuid', at: 'timestamptz', by: 'text', people: 'int4', hash: 'text', note: 'text' },
} as const;
