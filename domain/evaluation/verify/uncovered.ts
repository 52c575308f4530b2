import { effectiveValues } from '#domain/bucket/entry.ts';
import { isActiveOn } from '#domain/dial/status.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { ValueKey } from '#domain/value/registry.ts';
import { rulesOf } from './bucket.ts';
import { findDecision } from './cover.ts';
import { makeSpace } from './space.ts';
import { VERIFY_STEPS } from './verify.ts';

/** Whether some risk that a dial matches would get no value from these dials on a day. True where it is not known. */
export function isUncovered(entries: readonly RatedEntry[], dial: RatedEntry, key: ValueKey, day: string): boolean {
  const values = { [key]: effectiveValues(dial.dial.values, dial.overrides)[key] };
  const onThatDay = entries.filter((entry) => isActiveOn(entry.dial, day));
  const all = [...onThatDay, { ...dial, overrides: {}, dial: { ...dial.dial, values } }].map(withoutWindow);
  const space = makeSpace(all, day);
  const rules = rulesOf(all, space);
  const last = rules.at(-1);
  return last !== undefined && findDecision(space, rules, last, { steps: VERIFY_STEPS.question }).kind !== 'never';
}

const withoutWindow = (entry: RatedEntry): RatedEntry => ({
  ...entry,
  dial: { ...entry.dial, active_from: null, active_until: null },
});
