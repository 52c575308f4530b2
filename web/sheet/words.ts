import type { Bucket } from '#contract/bucket.ts';
import { joinWords } from '#domain/authority/rule.ts';
import type { SheetNotice, SheetOrigin } from '#domain/sheet/bucket-sheet.ts';
import { headOf } from '#domain/sheet/column.ts';
import type {
  LaterChange,
  SheetDifference,
  SheetField,
  SheetOutcome,
  SheetQuestion,
  TakenChange,
} from '#domain/sheet/difference.ts';
import { NOTHING } from '#domain/sheet/words.ts';
import { formatMoment, formatTimeOrMoment, inSentence } from '#web/kit/format.ts';
import { agree, plural } from '#web/kit/plural.ts';

type Question<Kind extends SheetQuestion['kind']> = Extract<SheetQuestion, { kind: Kind }>;
export const isKind =
  <Kind extends SheetQuestion['kind']>(kind: Kind) =>
  (question: SheetQuestion): question is Question<Kind> =>
    question.kind === kind;

/** "Max line, USD". */
export const fieldText = (field: SheetField): string => (field === 'presence' ? 'Row' : headOf(field));

export type CountKind = 'added' | 'changed' | 'moved' | 'removed' | 'asked';
type Count = Readonly<{ kind: CountKind; count: number }>;

/** What the sheet does, for the line above the table. */
export function countChanges({ questions, taken }: SheetDifference): readonly Count[] {
  const missing = questions.filter(isKind('missing')).length;
  const cells = questions.filter(isKind('cell')).length;
  const kinds = Map.groupBy(taken, ({ outcome }) => COUNTED[outcome.kind]);
  const countOf = (kind: Counted) => kinds.get(kind)?.length ?? 0;
  const counts: readonly Count[] = [
    { kind: 'added', count: countOf('added') },
    { kind: 'changed', count: countOf('changed') + cells },
    { kind: 'moved', count: countOf('moved') },
    { kind: 'removed', count: missing },
    { kind: 'asked', count: questions.length - missing },
  ];
  return counts.filter(({ count }) => count > 0);
}

type Counted = Extract<CountKind, 'added' | 'changed' | 'moved'>;
const COUNTED = {
  override: 'changed',
  own: 'changed',
  version: 'changed',
  'dial-draft': 'changed',
  moved: 'moved',
  added: 'added',
  'new-dial': 'added',
} as const satisfies Record<SheetOutcome['kind'], Counted>;

/** "2 cells that both sides changed, 1 row that is gone from the sheet". */
export function describeQuestions(questions: readonly SheetQuestion[]): string {
  const cellQuestions = questions.filter(isKind('cell'));
  const cells = cellQuestions.filter(({ isTinyShare }) => !isTinyShare).length;
  const shares = cellQuestions.length - cells;
  const rows = questions.filter(isKind('missing')).length;
  const parts = [
    cells > 0 && `${plural(cells, 'cell')} that both sides changed`,
    shares > 0 && `${plural(shares, 'share')} below 0.5%`,
    rows > 0 && `${plural(rows, 'row')} that ${agree(rows, 'is', 'are')} gone from the sheet`,
    questions.some(isKind('order')) && 'the order of the rows',
  ];
  return parts.filter(Boolean).join(', ');
}

/** What the draft will hold. */
export function describeOutcome(outcome: SheetOutcome): Readonly<{ text: string; className: string }> {
  switch (outcome.kind) {
    case 'override':
      return { text: `Override ${outcome.value}`, className: 'ls-violet ls-bold' };
    case 'own':
      return { text: `The dial’s own ${outcome.value}`, className: '' };
    case 'version':
      return { text: `v${outcome.version}`, className: 'ls-blue ls-bold' };
    case 'moved':
      return { text: `Moved ${outcome.from} → ${outcome.to}`, className: '' };
    case 'added':
      return { text: `Added at ${outcome.at}`, className: 'ls-green ls-bold' };
    case 'dial-draft':
      return { text: 'In a draft of the dial', className: '' };
    case 'new-dial':
      return { text: 'In a draft of a new dial', className: 'ls-green ls-bold' };
  }
}

/** Below the name of the dial. */
export const describeTaken = (
  { field, outcome }: Pick<TakenChange, 'field' | 'outcome'>,
  version: number | undefined,
): string => {
  if (outcome.kind === 'added') return version === undefined ? 'New row' : `New row, v${version}`;
  return outcome.kind === 'new-dial' ? 'New row, no such dial yet' : fieldText(field);
};

/** "kept, the sheet did not touch it". */
export const describeLaterPart = (count: number): string =>
  `kept, the sheet did not touch ${agree(count, 'it', 'them')}`;

export function describeLater({ field, now }: Pick<LaterChange, 'field' | 'now'>): string {
  if (field === 'presence') return now === NOTHING ? 'Stays removed' : 'Stays added';
  return field === 'position' ? `Stays at ${now}` : `${now} stays`;
}

type OtherNotice = Exclude<SheetNotice, { kind: 'unknown-column' }>;

/** What else the sheet has, in a sentence. */
export function describeNotice(notice: OtherNotice): string {
  switch (notice.kind) {
    case 'same-column':
      return `Column ${notice.column} has the name of column ${notice.first}, “${notice.head}”. Only ${notice.first} was read.`;
    case 'missing-column':
      return `The column “${notice.head}” is gone. Its cells count as unchanged.`;
    case 'other-sheet':
      return `The sheet “${notice.name}” was not read.`;
    case 'formula':
      return `${notice.cell} is a formula. Its result was taken: ${notice.taken === '' ? 'empty' : notice.taken}.`;
    case 'merge':
      return `${notice.range} is merged. Only its first cell was read.`;
    case 'file':
      return notice.text;
  }
}

/** The times of more saves than this are not listed. */
const MAX_TIMES = 4;
type Saves = Readonly<{ items: readonly Readonly<{ at: string }>[]; next: string | null }>;

/** "2 times, 11:02 and 11:36, last by Demo Cyber Lead". */
export function describeSaves(origin: SheetOrigin, { revision, live, draft }: Bucket, saves?: Saves): string {
  if (revision === origin.revision) return 'Nobody';
  const times = saves?.items.map(({ at }) => formatTimeOrMoment(at)).toReversed() ?? [];
  const count = `${saves?.next ? 'More than ' : ''}${plural(times.length, 'time')}`;
  const shown = times.length > MAX_TIMES ? `last ${times.at(-1)}` : joinWords(times);
  // While they are loaded, and where the clock of the browser that exported was ahead.
  const when = times.length > 0 ? `${count}, ${shown}` : draft && formatMoment(draft.saved_at);
  return [
    live.number > origin.live && `v${live.number} went live ${inSentence(formatMoment(live.live_at))}.`,
    when && (draft === null ? `${when}.` : `${when}, last by ${draft.saved_by.name}`),
    draft === null && 'There is no draft now.',
  ]
    .filter(Boolean)
    .join(' ');
}
