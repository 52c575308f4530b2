import { Problem } from '#contract/problem.ts';
import { checkDial, type FieldError } from '#domain/dial/check.ts';
import { writeDay } from '#domain/day/day.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { checkOptions, usedOptions } from '#domain/dial/options.ts';
import { lastEvent } from '#server/audit/audit.service.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import { lookUpOptions, type OptionLookup } from '#server/reference/reference.service.ts';
import { dayOf } from './dial.row.ts';
import { listVersions, type DialHead } from './dial.store.ts';

type Context = Readonly<{ today: string; version: number; previous: DialData | undefined }>;

/** Every rule at once: those of the form, and that every option is one of ours. */
export function dialErrors(data: DialData, context: Context, { stateOf }: OptionLookup): FieldError[] {
  return [...checkDial(data, context), ...checkOptions(data.dimensions, stateOf, context.previous?.dimensions)];
}

/** Refuses a dial that breaks a rule; gives what is known of its options. */
export async function requireGood(trx: Db | Trx, data: DialData, context: Context): Promise<OptionLookup> {
  const lookup = await lookUpOptions(trx, usedOptions(data.dimensions));
  const errors = dialErrors(data, context, lookup);
  if (errors.length > 0)
    throw new Problem('invalid-input', 'Please put the named fields right and send it again.', { errors });
  return lookup;
}

/** Refuses a change that is based on something older, and says who came in between. */
export async function requireCurrent(trx: Trx, head: DialHead, ifMatch: string, at: Date): Promise<void> {
  if (String(head.revision) === ifMatch) return;
  const [newest] = await listVersions(trx, head.id);
  if (newest === undefined) throw new Error(`The dial ${head.id} has no version.`);
  const discard = newest.state === 'published' ? await lastDiscard(trx, head.id) : undefined;
  if (discard !== undefined && discard.at >= newest.saved_at)
    throw new Problem('stale', `${discard.by} discarded the draft ${when(discard.at, at)}.`);
  const what = newest.state === 'draft' ? 'saved this draft' : `published version ${newest.version}`;
  throw new Problem('stale', `${newest.saver_name} ${what} ${when(newest.saved_at, at)}.`);
}

const lastDiscard = (trx: Trx, id: string) => lastEvent(trx, { type: 'dial', id }, ['dial_draft_discarded']);

/** "at 10:58", with the day where it is another; UTC. */
export function when(moment: Date, now: Date): string {
  const time = `at ${moment.toISOString().slice(11, 16)}`;
  return dayOf(moment) === dayOf(now) ? time : `on ${writeDay(dayOf(moment))} ${time}`;
}
