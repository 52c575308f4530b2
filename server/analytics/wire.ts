import { z } from 'zod';
import { EVENT_KINDS, EVENT_PROPERTIES, PROFILE_PROPERTIES } from '#domain/analytics/event.ts';
import type { CollectedEvent, CollectedProfile } from './analytics.store.ts';

/** The form of mixpanel-browser: `data=` and base64 JSON, one object or a batch of them. */
const insertId = z.string().min(1).max(100).refine(isStorable);
const eventSchema = z.object({
  event: z.enum(EVENT_KINDS),
  properties: z.looseObject({ time: z.number().positive(), $insert_id: insertId }),
});
const profileSchema = z.object({ $set: z.record(z.string(), z.unknown()) });
/** The sender puts 50 events into a batch. */
const MAX_BATCH = 200;

/** Names of pages and controls. No colon, slash or at sign: an address or an e-mail is none of them. */
const WORDS = /^[\p{L}\p{N} ._-]{1,80}$/u;

export function readBatch(body: string): unknown[] {
  const text = Buffer.from(new URLSearchParams(body).get('data') ?? '', 'base64').toString('utf8');
  const read: unknown = JSON.parse(text);
  return Array.isArray(read) ? read.slice(0, MAX_BATCH) : [read];
}

/** What is not one of our events, or has no time, is passed over: the sender would only send it again. */
export function toEvents(batch: readonly unknown[]): CollectedEvent[] {
  return batch.flatMap((item) => {
    const { data } = eventSchema.safeParse(item);
    if (!data) return [];
    const { time, $insert_id } = data.properties;
    // Seconds or milliseconds, by version of the sender.
    const at = new Date(time < 1e11 ? time * 1000 : time);
    if (Number.isNaN(at.getTime())) return [];
    const properties = pick(data.properties, EVENT_PROPERTIES, isFixed);
    return [{ insertId: $insert_id, kind: data.event, at, properties }];
  });
}

/** Each entry of a batch adds to the one before. */
export function toProfile(batch: readonly unknown[]): CollectedProfile {
  const sets = batch.map((item) => profileSchema.safeParse(item).data?.$set ?? {});
  return Object.assign({}, ...sets.map((set) => pick(set, PROFILE_PROPERTIES, isText))) as CollectedProfile;
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
