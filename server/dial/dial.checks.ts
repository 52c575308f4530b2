import { Problem } from '#contract/problem.ts';
import { checkDial, type FieldError } from '#domain/dial/check.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { checkOptions, usedOptions } from '#domain/dial/options.ts';
import { staleProblem } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import { lookUpOptions, type OptionLookup } from '#server/reference/reference.service.ts';
import type { DialHead } from './dial.store.ts';

type Context = Readonly<{ today: string; version: number; previous: DialData | undefined }>;

/** Every rule at once: those of the form, and that every option is one of ours. */
export function dialErrors(data: DialData, context: Context, { stateOf }: OptionLookup): FieldError[] {
  return [...checkDial(data, context), ...checkOptions(data.dimensions, stateOf, context.previous?.dimensions)];
}

/** Refuses a dial that breaks a rule; gives what is known of its options. */
export async function assertValidDial(trx: Db, data: DialData, context: Context): Promise<OptionLookup> {
  const lookup = await lookUpOptions(trx, usedOptions(data.dimensions));
  const errors = dialErrors(data, context, lookup);
  if (errors.length > 0) throw new Problem('invalid-input', 'Fix the marked fields and try again.', { errors });
  return lookup;
}

/** Refuses a change that is based on something older, and says who came in between. */
export async function assertCurrent(trx: Trx, { id, revision }: DialHead, ifMatch: string): Promise<void> {
  if (String(revision) !== ifMatch)
    throw await staleProblem(trx, { type: 'dial', id }, { otherwise: 'This dial has changed since it was opened.' });
}
