/**
 * Usage events. Properties are fixed words or counts, never user input or rule content.
 */
export const EVENT_KINDS = ['click', 'page view', 'search'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export type UsageEvent =
  | Readonly<{ kind: 'page view'; page: string }>
  | Readonly<{ kind: 'click'; page: string; control: string }>
  /** `characters`: the length of the search. Not called `length`: libraries would treat the object as a list. */
  | Readonly<{ kind: 'search'; page: string; characters: number; results: number }>;

/** Allow-list of the collector; anything else is dropped. */
export const EVENT_PROPERTIES = ['page', 'control', 'characters', 'results'] as const;
export const PROFILE_PROPERTIES = ['$name', '$email'] as const;
