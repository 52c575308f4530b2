import { formatShort } from '#domain/dimension/format.ts';
import { type DialValues, VALUE_KEYS, type ValueKey, VALUES } from '#domain/value/registry.ts';
import { partnerText } from '#web/bucket/address.ts';
import { valueText } from '#web/rule/changeWords.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { changedValues, type Column, type GridLine, type ParityView } from './parityView.ts';

const SHORT_LABELS: Readonly<Record<ValueKey, string>> = {
  ignore_expiring_line: 'expiring:',
  lead_share_cap: 'lead',
  max_line: 'max',
  min_line: 'min',
  policy_share_cap: 'policy',
};

export const NOT_SET = 'not set';
export const textOf = (key: ValueKey, values: DialValues): string => {
  const value = values[key];
  return value === undefined ? NOT_SET : valueText(key, value);
};

/** Short for a narrow cell: `3m`, `3%`. */
export function tinyText(key: ValueKey, values: DialValues): string {
  const [value, { unit }] = [values[key], VALUES[key]];
  if (value === undefined) return '–';
  return typeof value === 'number' && unit !== null ? formatShort(value, unit).replace('$', '') : valueText(key, value);
}

const valuesText = (values: DialValues): string[] =>
  VALUE_KEYS.filter((key) => values[key] !== undefined).map((key) => `${SHORT_LABELS[key]} ${textOf(key, values)}`);

/** Below the name of a dial: the majority's version, or how few buckets have it. */
export function noteOf({ row: { most, held }, value }: GridLine, { parity, valuesOf }: ParityView): string {
  if (most === undefined) {
    const few = `in ${held} of ${plural(parity.compared, 'bucket')}`;
    return value === undefined ? few : `${VALUES[value].label}, ${few}`;
  }
  if (value !== undefined) return `${VALUES[value].label}, ${textOf(value, valuesOf(most))}`;
  return [`v${most.version}`, ...valuesText(valuesOf(most))].join(', ');
}

/** A cell in words: for screen readers, as a title, and in the export. */
export function cellText({ row, value }: GridLine, { at, bucket }: Column, { valuesOf }: ParityView): string {
  const cell = row.cells[at];
  if (bucket === undefined || cell === undefined) return 'no bucket';
  const { entry, position, differs } = cell;
  if (entry === undefined) return differs.length > 0 ? 'missing' : 'not here';
  if (value !== undefined) return textOf(value, valuesOf(entry));
  const changed = row.most === undefined ? [] : changedValues(valuesOf(row.most), valuesOf(entry));
  return [
    `position ${position}`,
    `v${entry.version}`,
    ...(differs.includes('version') ? ['another version'] : []),
    ...changed.map((key) => `${VALUES[key].label} ${textOf(key, valuesOf(entry))}`),
    ...(differs.includes('override') ? ['override'] : []),
    ...(differs.includes('moved') ? ['moved'] : []),
    ...(differs.includes('extra') ? ['only here'] : []),
  ].join(', ');
}

/** The reference of the comparison. */
export function standardText({ columns, parity: { against } }: ParityView): string {
  const first = columns.find(({ bucket }) => bucket !== undefined && bucket.entries.length > 0);
  return against === 'most' || first === undefined ? 'most' : partnerText(first.partner);
}

/** Beside the title. */
export function headText(view: ParityView): string {
  const { against, compared, differences } = view.parity;
  const different = differences.filter((count) => count > 0).length;
  const empty = differences.length - compared;
  const live = [plural(differences.length, 'live bucket'), ...(empty > 0 ? [`${empty} without dials`] : [])].join(', ');
  if (compared < 2) return live;
  if (different === 0) return `All ${compared} buckets${empty > 0 ? ' with dials' : ''} are the same.`;
  if (against === 'first') return `${live}, compared with ${standardText(view)}`;
  return `${live}, ${different} ${agree(different, 'differs', 'differ')} from most somewhere`;
}

/** The visible lines for an export. */
export function tableOf(lines: readonly GridLine[], view: ParityView) {
  const fields = [
    'Dial',
    view.parity.against === 'most' ? 'Most buckets' : 'First bucket',
    ...view.columns.map(({ partner }) => partnerText(partner)),
  ];
  const cells = lines.map((line) => [
    view.nameOf(line.row.dial_id),
    noteOf(line, view),
    ...view.columns.map((column) => cellText(line, column, view)),
  ]);
  return { fields, cells };
}
