import { z } from 'zod';
import { EVENT_KINDS, EVENT_PROPERTIES, PROFILE_PROPERTIES } from '#domain/analytics/event.ts';
import type { CollectedEvent, CollectedProfile } from './analytics.store.ts';

/** The format of mixpanel-browser: `data=` and base64 JSON, one object or a batch of them. */
const insertId = z.string().min(1).max(100).refine(isStorable);
const eventSchema = z.object({
  event: z.enum(EVENT_KINDS),
  properties: z.looseObject({ time: z.number().positive(), $insert_id: insertId }),
});
const profileSchema = z.object({ $set: z.record(z.string(), z.unknown()) });
/** The sender puts 50 events into a batch. */
const MAX_BATCH = 200;

/** Names of pages and controls. No colon, slash or at sign, which excludes addresses and e-mails. */
const WORDS = /^[\p{L}\p{N} ._-]{1,80}$/u;

export function readBatch(body: string): unknown[] {
  const text = Buffer.from(new URLSearchParams(body).get('data') ?? '', 'base64').toString('utf8');
  const read: unknown = JSON.parse(text);
  return Array.isArray(read) ? read.slice(0, MAX_BATCH) : [read];
}

/** Unknown events and those without a time are dropped: an error would only make the sender retry. */
export function toEvents(batch: readonly unknown[]): CollectedEvent[] {
  return batch.flatMap((item) => {
    const { data } = eventSchema.safeParse(item);
    if (!data) return [];
    const { time, $insert_id } = data.properties;
    // Seconds or milliseconds, depending on the sender's version.
    const at = new Date(time < 1e11 ? time * 1000 : time);
    if (Number.isNaN(at.getTime())) return [];
    const properties = pick(data.properties, EVENT_PROPERTIES, isFixed);
    return [{ insertId: $insert_id, kind: data.event, at, properties }];
  });
}

/** Later entries of a batch override earlier ones. */
export function toProfile(batch: readonly unknown[]): CollectedProfile {
  const sets = batch.map((item) => profileSchema.safeParse(item).data?.$set ?? {});
  return Object.assign({}, ...sets.map((set) => pick(set, PROFILE_PROPERTIES, isText))) as CollectedProfile;
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 320 && isStorable(value);
/** A count, or a short name of ours. */
const isFixed = (value: unknown): value is string | number =>
  Number.isFinite(value) || (typeof value === 'string' && WORDS.test(value));

/** The database accepts neither NUL nor lone surrogates; failing there would make the sender retry forever. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function pick<T>(from: Record<string, unknown>, names: readonly string[], fits: (value: unknown) => value is T) {
  const picked: Record<string, T> = {};
  for (const name of names) {
    const value = from[name];
    if (fits(value)) picked[name] = value;
  }
  return picked;
}
