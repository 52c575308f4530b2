/**
 * What may be told about use. Every property is a fixed word of ours or a count:
 * what a person types, and what a rule says, has no place here.
 */
export const EVENT_KINDS = ['click', 'page view', 'search'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export type UsageEvent =
  | Readonly<{ kind: 'page view'; page: string }>
  | Readonly<{ kind: 'click'; page: string; control: string }>
  /** `characters`: how long the search was. Libraries take an object with a `length` for a list. */
  | Readonly<{ kind: 'search'; page: string; characters: number; results: number }>;

/** The names a collector keeps; anything else a library adds is dropped. */
export const EVENT_PROPERTIES = ['page', 'control', 'characters', 'results'] as const;
export const PROFILE_PROPERTIES = ['$name', '$email'] as const;
