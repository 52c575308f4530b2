import { z } from 'zod';
import { EVENT_KINDS, EVENT_PROPERTIES, PROFILE_PROPERTIES } from '#domain/analytics/event.ts';
import type { CollectedEvent, CollectedProfile } from './analytics.store.ts';

/** The form of mixpanel-browser: `data=` and base64 JSON, one object or a batch of them. */
const word = z.string().min(1).max(320).refine(isStorable);
const eventSchema = z.object({
  event: z.enum(EVENT_KINDS),
  properties: z.looseObject({ time: z.number().positive(), distinct_id: word, $insert_id: word }),
});
const profileSchema = z.object({ $distinct_id: word, $set: z.record(z.string(), z.unknown()) });

/** Names of pages and controls. No colon, slash or at sign: an address or an e-mail is none of them. */
const WORDS = /^[\p{L}\p{N} ._-]{1,80}$/u;

export function readBatch(body: string): unknown[] {
  const text = Buffer.from(new URLSearchParams(body).get('data') ?? '', 'base64').toString('utf8');
  const read: unknown = JSON.parse(text);
  return Array.isArray(read) ? read : [read];
}

/** What is not one of our events, or has no time or person, is passed over: the sender would only send it again. */
export function toEvents(batch: readonly unknown[]): CollectedEvent[] {
  return batch.flatMap((item) => {
    const { data } = eventSchema.safeParse(item);
    if (!data) return [];
    const { time, distinct_id, $insert_id } = data.properties;
    // Seconds or milliseconds, by version of the sender.
    const at = new Date(time < 1e11 ? time * 1000 : time);
    if (Number.isNaN(at.getTime())) return [];
    const properties = pick(data.properties, EVENT_PROPERTIES, isFixed);
    return [{ insertId: $insert_id, kind: data.event, distinctId: distinct_id, at, properties }];
  });
}

export function toProfiles(batch: readonly unknown[]): CollectedProfile[] {
  return batch.flatMap((item) => {
    const { data } = profileSchema.safeParse(item);
    if (!data) return [];
    return [{ distinctId: data.$distinct_id, properties: pick(data.$set, PROFILE_PROPERTIES, isText) }];
  });
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 320 && isStorable(value);
/** A count, or a short word of ours. */
const isFixed = (value: unknown): value is string | number =>
  Number.isFinite(value) || (typeof value === 'string' && WORDS.test(value));

/** The database holds neither NUL nor half a character; failing there would make the sender try for ever. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function pick<T>(from: Record<string, unknown>, names: readonly string[], fits: (value: unknown) => value is T) {
  const kept: Record<string, T> = {};
  for (const name of names) {
    const value = from[name];
    if (fits(value)) kept[name] = value;
  }
  return kept;
}
