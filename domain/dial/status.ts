export const DIAL_STATUSES = ['draft', 'ready', 'upcoming', 'active', 'expired'] as const;
export type DialStatus = (typeof DIAL_STATUSES)[number];

/** The tabs of the list. Draft also includes published dials with an open draft. */
export const STATUS_TABS = ['active', 'draft', 'expired', 'ready', 'upcoming'] as const satisfies readonly DialStatus[];
export type StatusTab = (typeof STATUS_TABS)[number];

type Window = Readonly<{ active_from: string | null; active_until: string | null }>;

/** The status of a published dial. Days compare as strings. */
export function publishedStatus(window: Window, today: string, inLiveBucket: boolean): Exclude<DialStatus, 'draft'> {
  if (window.active_until !== null && window.active_until <= today) return 'expired';
  if (window.active_from !== null && window.active_from > today) return 'upcoming';
  return inLiveBucket ? 'active' : 'ready';
}

/** The first day is inclusive, the last exclusive. */
export const isActiveOn = (window: Window, day: string): boolean => publishedStatus(window, day, true) === 'active';

export const VERSION_STATUSES = [...DIAL_STATUSES, 'superseded'] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];

type PublishedVersion = Readonly<{
  version: number;
  window: Window;
  /** The newest published version of the same dial. */
  newest: number;
  /** Whether a live bucket contains this version. */
  isLive: boolean;
}>;

/** The status of one published version; unused older ones are superseded. */
export function versionStatus(
  { version, window, newest, isLive }: PublishedVersion,
  today: string,
): Exclude<VersionStatus, 'draft'> {
  const status = publishedStatus(window, today, isLive);
  return status === 'ready' && version < newest ? 'superseded' : status;
}

/** The next day on which the status changes by itself; null if none. */
export function nextStatusDay({ active_from, active_until }: Window, today: string): string | null {
  if (active_from !== null && active_from > today && (active_until === null || active_until > today))
    return active_from;
  return active_until !== null && active_until > today ? active_until : null;
}

/** The period shown on the home page. */
export const COMING_DAYS = 30;

export type Coming = Readonly<{ kind: 'starts' | 'ends'; day: string }>;

/** Days are UTC, and compare as text. `last` is the last near day: COMING_DAYS after today. */
export type Near = Readonly<{ today: string; last: string }>;

/** The start and end of a published dial within the period. */
export function comingOf({ active_from, active_until }: Window, { today, last }: Near): Coming[] {
  const near = (day: string | null): day is string => day !== null && day > today && day <= last;
  return [
    ...(near(active_from) ? [{ kind: 'starts' as const, day: active_from }] : []),
    ...(near(active_until) ? [{ kind: 'ends' as const, day: active_until }] : []),
  ];
}

/** When a dial that is not in force on a day starts or ended. Undefined if it is in force. */
export function findInactiveWindow(
  window: Window,
  day: string,
): Readonly<{ kind: 'starts' | 'ended'; day: string }> | undefined {
  const status = publishedStatus(window, day, true);
  if (status === 'upcoming') return { kind: 'starts', day: window.active_from ?? day };
  return status === 'expired' ? { kind: 'ended', day: window.active_until ?? day } : undefined;
}
