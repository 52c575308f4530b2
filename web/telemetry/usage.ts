import type { Settings } from '#contract/settings.ts';
import type { UsageEvent } from '#domain/analytics/event.ts';
import type { Person } from '#domain/user/person.ts';
import { type UsageToken, watchUsageToken } from './usageToken.ts';

const BATCH = { size: 50, everyMs: 5000 };

/** Who is signed in, and how their pages show it. */
export type UsageSession = Readonly<{ person: Person; token: () => Promise<string> }>;
type Sender = { track: (name: string, properties: object) => void; reset: () => void };
let starts = 0;
let sender: Sender | undefined;
let stopToken: (() => void) | undefined;
let waiting: { event: UsageEvent; seconds: number }[] = [];

/** Tells the collector that something was used, and when. Events before the library is here wait for it. */
export function track(event: UsageEvent): void {
  const seconds = Date.now() / 1000;
  if (sender) send(sender, event, seconds);
  else if (waiting.length < BATCH.size) waiting.push({ event, seconds });
}

/**
 * The library is fetched when the first batch is due; it never delays a screen. Our own collector asks for the access
 * token, which nobody else ever gets.
 */
export async function startUsage(settings: Settings['analytics'], { person, token }: UsageSession): Promise<void> {
  starts += 1;
  const start = starts;
  await new Promise((due) => setTimeout(due, BATCH.everyMs));
  if (start !== starts) return;
  const { default: mixpanel } = await import('mixpanel-browser/src/loaders/loader-module-core');
  const isOurs = new URL(settings.host).origin === window.location.origin;
  const access = isOurs ? await watchUsageToken(token) : undefined;
  // Stopped, or started again, in the meantime.
  if (start !== starts) return access?.stop();
  stopToken = access?.stop;
  // What waits is kept per person: it is never sent with the token of the next one at this browser.
  mixpanel.init(isOurs ? `${settings.token} ${person.id}` : settings.token, {
    ...(access && withToken(access)),
    api_host: settings.host,
    persistence: 'localStorage',
    secure_cookie: true,
    ip: false,
    track_pageview: false,
    // The list below is for events alone; without this the profile would say where the person came from.
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

/** Without a time of its own, an event that waited would count as used when it was sent. */
function send(to: Sender, { kind, ...properties }: UsageEvent, seconds: number): void {
  to.track(kind, { ...properties, time: seconds });
}

/**
 * A page that is left sends by beacon, which cannot carry a token. So nothing is sent from a hidden page: events wait in
 * local storage until this page or the next one is looked at.
 */
function withToken({ headers, isUsable }: UsageToken) {
  const admit = <T>(item: T): T | null => (isUsable() ? item : null);
  return { xhr_headers: headers, hooks: { before_send_events: admit, before_send_people: admit } };
}
