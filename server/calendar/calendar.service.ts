import { createHash, randomBytes } from 'node:crypto';
import type { CalendarFeed } from '#contract/calendar.ts';
import { Problem } from '#contract/problem.ts';
import { calendarEvents, DAYS_AFTER, DAYS_BEFORE, DAYS_WITHOUT_SIGN_IN } from '#domain/calendar/feed.ts';
import { writeCalendar } from '#domain/calendar/ical.ts';
import { makeEvent } from '#domain/event/event.ts';
import { holds, parsePermissions } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { type ChangeKit, runChange } from '#server/change/change.ts';
import { snapshot } from '#server/db/transaction.ts';
import * as store from './calendar.store.ts';

const SECRET_BYTES = 32;
const DAY_MS = 86_400_000;
/** Of each kind. */
const MAX_EVENTS = 1000;
const NO_FEED: CalendarFeed = { created_at: null, address: null };

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const momentAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);
const dayAfter = (at: Date, days: number): string => momentAfter(at, days).toISOString().slice(0, 10);

/** The calendar of each person, under an address that only they know. */
export function calendarService(kit: ChangeKit, publicUrl: string) {
  const { db, now } = kit;
  return {
    async get({ id }: Actor): Promise<CalendarFeed> {
      const feed = await store.findFeed(db, id);
      return { ...NO_FEED, created_at: feed?.created_at.toISOString() ?? null };
    },

    create: (actor: Actor): Promise<CalendarFeed> =>
      runChange(kit, {
        actor,
        work: async ({ trx, by, now: clock }) => {
          const before = await store.findFeed(trx, by.id);
          const at = clock();
          const secret = randomBytes(SECRET_BYTES).toString('base64url');
          await store.putFeed(trx, { person_id: by.id, secret_hash: hashOf(secret), created_at: at });
          const action = before === undefined ? 'person_calendar_created' : 'person_calendar_replaced';
          return {
            events: [makeEvent(action, by.id, {})],
            at,
            answer: { created_at: at.toISOString(), address: `${publicUrl}/api/calendar/${secret}` },
          };
        },
      }),

    revoke: (actor: Actor): Promise<CalendarFeed> =>
      runChange(kit, {
        actor,
        work: async ({ trx, by, now: clock }) => {
          const isRevoked = await store.deleteFeed(trx, by.id);
          const events = isRevoked ? [makeEvent('person_calendar_revoked', by.id, {})] : [];
          return { events, at: clock(), answer: NO_FEED };
        },
      }),

    /** What the owner may view now. An address that is unknown, revoked or of somebody who stays away is not found. */
    read: (secret: string): Promise<AsyncIterable<string>> =>
      snapshot(db, async (trx) => {
        const at = now();
        const owner = await store.findOwner(trx, hashOf(secret), momentAfter(at, -DAYS_WITHOUT_SIGN_IN));
        if (owner === undefined) throw new Problem('not-found', 'There is no such calendar.');
        const period = { from: dayAfter(at, -DAYS_BEFORE), today: dayAfter(at, 0), to: dayAfter(at, DAYS_AFTER) };
        const permissions = parsePermissions(owner.permissions);
        const seesBuckets = holds(permissions.bucket, 'view');
        const seesDials = holds(permissions.dials, 'view');
        const goLives = seesBuckets ? await store.listGoLives(trx, period.from, period.to, MAX_EVENTS) : [];
        const dials = seesDials ? await store.listDials(trx, period.from, period.to, MAX_EVENTS) : [];
        const events = calendarEvents({ goLives, dials }, { publicUrl, period });
        return textOf(writeCalendar({ name: 'Lineslip', at, events }));
      }),
  };
}

async function* textOf(text: string): AsyncGenerator<string> {
  yield text;
}
