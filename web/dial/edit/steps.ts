import { MESSAGES, type FieldError } from '#domain/dial/check.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { plural } from '#web/kit/plural.ts';
import type { Snapshot } from './draft.ts';

type Checked = Pick<Snapshot, 'data' | 'errors'>;

export const STEPS = [
  { key: 'information', label: 'Information', path: '' },
  { key: 'dimensions', label: 'Dimensions', path: '/dimensions' },
  { key: 'values', label: 'Values', path: '/values' },
] as const;
export type Step = (typeof STEPS)[number];
export type StepKey = Step['key'];

export function stepOfPath(path: string): Step {
  return STEPS.find(({ key }) => path.startsWith(`${key}.`)) ?? STEPS[0];
}

export function stepOfAddress(pathname: string): Step {
  return STEPS.find(({ path }) => path !== '' && pathname.endsWith(path)) ?? STEPS[0];
}

export const addressOf = (dialId: string | undefined, step: Step): string =>
  dialId === undefined ? '/dial' : `/dial/${dialId}${step.path}`;

const errorsOf = (step: StepKey, errors: readonly FieldError[]) =>
  errors.filter(({ path }) => stepOfPath(path).key === step);

/** Nothing is invalid: values are only missing. */
const isMissing = ({ message }: FieldError) => message === MESSAGES.required;

export const toFix = (step: StepKey, { errors }: Checked): number =>
  errorsOf(step, errors).filter((error) => !isMissing(error)).length;

export const isComplete = (step: StepKey, { errors }: Checked): boolean => errorsOf(step, errors).length === 0;

/** "Complete", "5 set, 1 to fix", "3 of 5 set" */
export function stepState(step: StepKey, snapshot: Checked): string {
  const wrong = toFix(step, snapshot);
  if (step === 'information') {
    if (wrong > 0) return `${wrong} to fix`;
    return isComplete(step, snapshot) ? 'Complete' : 'To be completed';
  }
  const set = Object.keys(step === 'dimensions' ? snapshot.data.dimensions : snapshot.data.values).length;
  const counted = step === 'dimensions' ? `${set || 'None'} set` : `${set} of ${VALUE_KEYS.length} set`;
  return wrong > 0 ? `${counted}, ${wrong} to fix` : counted;
}

/** "1 dimension to fix before publishing" */
export function leftToFix({ errors }: Checked): string | undefined {
  const nouns = [
    ['field', 'information'],
    ['dimension', 'dimensions'],
    ['value', 'values'],
  ] as const;
  const parts = nouns.flatMap(([noun, step]) => {
    const count = errorsOf(step, errors).length;
    return count === 0 ? [] : plural(count, noun);
  });
  if (parts.length === 0) return undefined;
  return `${[parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')} to fix before publishing`;
}
