import type { Settings } from '#contract/settings.ts';
import type { UsageEvent } from '#domain/analytics/event.ts';
import type { Person } from '#domain/user/person.ts';

const BATCH = { size: 50, everyMs: 5000 };

/** The signed-in person, and how their pages are displayed. */
export type UsageSession = Readonly<{ person: Person; token: () => Promise<string> }>;
type Sender = { track: (name: string, properties: object) => void; reset: () => void };
let starts = 0;
let sender: Sender | undefined;
let stopToken: (() => void) | undefined;
let waiting: { event: UsageEvent; seconds: number }[] = [];

/** Sends a usage event with its time to the collector. Events wait until the library has loaded. */
export function track(event: UsageEvent): void {
  const seconds = Date.now() / 1000;
  if (sender) send(sender, event, seconds);
  else if (waiting.length < BATCH.size) waiting.push({ event, seconds });
}

/**
 * The library is loaded when the first batch is due; it never delays a screen. Only our own collector receives the
 * access token.
 */
export async function startUsage(settings: Settings['analytics'], { person, token }: UsageSession): Promise<void> {
  starts += 1;
  const start = starts;
  await new Promise((due) => setTimeout(due, BATCH.everyMs));
  if (start !== starts) return;
  const { default: mixpanel } = await import('mixpanel-browser/src/loaders/loader-module-core');
  const isOurs = new URL(settings.host).origin === window.location.origin;
  const access = isOurs ? await watchUsageToken(token) : undefined;
  // Stopped or restarted in the meantime.
  if (start !== starts) return access?.stop();
  stopToken = access?.stop;
  // The queue is per person: it is never sent with the token of the next one on this browser.
  mixpanel.init(isOurs ? `${settings.token} ${person.id}` : settings.token, {
    ...(access && withToken(access)),
    api_host: settings.host,
    persistence: 'localStorage',
    secure_cookie: true,
    ip: false,
    track_pageview: false,
    // The list below is for events only; without this the profile would contain the referrer.
    save_referrer: false,
    autocapture: false,
    record_sessions_percent: 0,
    batch_requests: true,
    batch_size: BATCH.size,
    batch_flush_interval_ms: BATCH.everyMs,
    property_blacklist: [
      '$current_url',
      '$initial_referrer',
      '$initial_referring_domain',
      '$referrer',
      '$referring_domain',
    ],
  });
  mixpanel.identify(person.email);
  mixpanel.people.set({ $name: person.name, $email: person.email });
  sender = mixpanel;
  for (const { event, seconds } of waiting) send(mixpanel, event, seconds);
  waiting = [];
}

export function stopUsage(): void {
  starts += 1;
  sender?.reset();
  stopToken?.();
  stopToken = undefined;
  sender = undefined;
  waiting = [];
}

/** Without its own time, a queued event would count as used when sent. */
function send(to: Sender, { kind, ...properties }: UsageEvent, seconds: number): void {
  to.track(kind, { ...properties, time: seconds });
}

/**
 * A page that is left sends by beacon, which cannot carry a token. So a hidden page sends nothing: events wait in local
 * storage until this page or the next one is visible.
 */
function withToken({ headers, isUsable }: UsageToken) {
  const admit = <T>(item: T): T | null => (isUsable() ? item : null);
  return { xhr_headers: headers, hooks: { before_send_events: admit, before_send_people: admit } };
}

const TOKEN_EVERY_MS = 20_000;
/** A token older than this may have expired. */
const TOKEN_FRESH_MS = 60_000;

type UsageToken = Readonly<{
  /** The sender reads them at every request: they always carry the newest token. */
  headers: Record<string, string>;
  /** Whether a request would be accepted now. */
  isUsable: () => boolean;
  stop: () => void;
}>;

/** The access token for usage events. Requesting it is free until it expires. */
export async function watchUsageToken(token: () => Promise<string>, isVisible = isPageVisible): Promise<UsageToken> {
  const headers: Record<string, string> = {};
  let requestedAt = 0;
  const refresh = async () => {
    headers['Authorization'] = `Bearer ${await token()}`;
    requestedAt = Date.now();
  };
  await refresh();
  const timer = setInterval(() => {
    if (isVisible()) refresh().catch(() => undefined);
  }, TOKEN_EVERY_MS);
  return {
    headers,
    isUsable: () => isVisible() && Date.now() - requestedAt < TOKEN_FRESH_MS,
    stop: () => {
      clearInterval(timer);
      requestedAt = 0;
    },
  };
}

const isPageVisible = (): boolean => document.visibilityState === 'visible';
