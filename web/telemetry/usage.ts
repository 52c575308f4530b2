import type { Settings } from '#contract/settings.ts';
import type { UsageEvent } from '#domain/analytics/event.ts';
import type { Person } from '#domain/user/person.ts';

const BATCH = { size: 50, everyMs: 5000 };

type Sender = { track: (name: string, properties: object) => void; reset: () => void };
let sender: Sender | undefined;
let waiting: UsageEvent[] = [];

/** Tells the collector that something was used. Events before the library is here wait for it. */
export function track(event: UsageEvent): void {
  if (sender) send(sender, event);
  else if (waiting.length < BATCH.size) waiting.push(event);
}

/** The library is fetched after the first screen stands; it never delays one. */
export async function startUsage(settings: Settings['analytics'], person: Person): Promise<void> {
  const { default: mixpanel } = await import('mixpanel-browser/src/loaders/loader-module-core');
  mixpanel.init(settings.token, {
    api_host: settings.host,
    persistence: 'localStorage',
    secure_cookie: true,
    ip: false,
    track_pageview: false,
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
  for (const event of waiting) send(mixpanel, event);
  waiting = [];
}

export function stopUsage(): void {
  sender?.reset();
  sender = undefined;
  waiting = [];
}

function send(to: Sender, { kind, ...properties }: UsageEvent): void {
  to.track(kind, properties);
}
