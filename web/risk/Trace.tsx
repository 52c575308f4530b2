import IconLater from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconMatched from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconUnknown from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs';
import IconMissed from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { Fragment, memo, type ReactNode, type Ref, useMemo } from 'react';
import type { NameOption } from '#domain/dimension/dimension.ts';
import { dimensionOf } from '#domain/dimension/registry.ts';
import type { Miss, AppliedValue } from '#domain/evaluation/evaluate.ts';
import { findStanding, type Standing } from '#domain/evaluation/standing.ts';
import { describeMatch, describeMiss, describeTakingPart } from '#domain/evaluation/words.ts';
import { joinNames, uncapitalise } from '#domain/dimension/words.ts';
import { shortLabelOf, VALUE_KEYS, type ValueKey, VALUES } from '#domain/value/registry.ts';
import { valueText } from '#web/rule/changeWords.ts';
import { DimensionMiss } from '#web/rule/risks.tsx';
import { useNameOption } from '#web/rule/query.ts';
import { MiddleClip } from '#web/kit/MiddleClip.tsx';
import { useTableRows } from '#web/kit/useVirtualRows.ts';
import type { RiskTrial, TriedEntry } from './tried.ts';
import classes from './Trace.module.css';

type TraceProps = Readonly<{
  tried: RiskTrial;
  /** One dial alone: the source of a value needs no mention. */
  isAlone: boolean;
  /** Rows of the head, below the values. */
  expected: ReactNode;
}>;

/** Few: a key may change every rendered row, visible or not. */
export const OVERSCAN = 4;

/** Wide enough for the label and the longest usual amount. */
export const COLUMN_PX: Readonly<Record<ValueKey, number>> = {
  ignore_expiring_line: 100,
  lead_share_cap: 101,
  max_line: 90,
  min_line: 78,
  policy_share_cap: 109,
};

/** What the risk gets, the source of each value, and why the other dials do not match. */
export function Trace({ tried: { list, evaluation, risk }, isAlone, expected }: TraceProps) {
  const { entries } = list;
  const { body, rows, gapAfter, measure } = useTableRows(entries.length, { overscan: OVERSCAN });
  const nameOption = useNameOption();
  const places = useMemo(() => new Map(entries.map(({ dial_id }, index) => [dial_id, index])), [entries]);
  const winners = VALUE_KEYS.map((key) => {
    const winner = evaluation.values[key]?.winner;
    return { key, winner, at: winner && places.get(winner.dial_id) };
  });
  /** The line of a value passes every row above the dial that sets it. */
  const passing = (index: number) => winners.map(({ at }) => at !== undefined && index < at);
  return (
    <table
      className={`ls-table ls-table-fixed ${classes.table}`}
      aria-label="Result"
      aria-rowcount={entries.length + 1}
    >
      <colgroup>
        <col className={classes.places} />
        <col />
        {VALUE_KEYS.map((key) => (
          <col key={key} style={{ width: COLUMN_PX[key] }} />
        ))}
      </colgroup>
      <thead className={classes.head}>
        <tr aria-rowindex={1}>
          <th colSpan={2} scope="col">
            <span className={`ls-block ls-title ls-ink ${classes.count}`}>{describeTakingPart(evaluation)}</span>
            {!isAlone && (
              <span className="ls-block ls-small ls-normal ls-ink-3">The first that sets a value supplies it</span>
            )}
          </th>
          {winners.map(({ key, winner, at }) => (
            <th key={key} scope="col" className="ls-right">
              <span className={`ls-block ls-small ls-normal ls-ink-3 ${classes.label}`}>{shortLabelOf(key)}</span>
              {winner === undefined || at === undefined ? (
                <>
                  <span className={`ls-block ls-normal ls-ink-3 ${classes.value}`}>Not set</span>
                  {!isAlone && <span className="ls-block ls-tiny ls-normal ls-ink-3">by no dial</span>}
                </>
              ) : (
                <>
                  <span
                    className={`ls-block ls-ink ls-num ${classes.value}`}
                    data-long={isLong(key, winner) || undefined}
                  >
                    {valueText(key, winner.value)}
                  </span>
                  {!isAlone && <span className="ls-block ls-tiny ls-semi ls-accent">from dial {at + 1}</span>}
                </>
              )}
            </th>
          ))}
        </tr>
        {expected}
      </thead>
      <tbody ref={body}>
        {rows.map(({ index, gapBefore }) => {
          const entry = entries[index];
          return entry === undefined ? null : (
            <Fragment key={entry.dial_id}>
              {gapBefore > 0 && <Gap height={gapBefore} passing={passing(index - 1)} />}
              <DialRow
                ref={measure}
                index={index}
                entry={entry}
                {...findStanding(entry.dial, risk)}
                lines={winners.map(({ at }) => lineOf(index, at)).join(' ')}
                open={winners.flatMap(({ key, at }) => (at === undefined || index < at ? key : [])).join(' ')}
                nameOption={nameOption}
              />
            </Fragment>
          );
        })}
        {gapAfter > 0 && <Gap height={gapAfter} passing={passing(entries.length - 1)} />}
      </tbody>
    </table>
  );
}

const isLong = (key: ValueKey, { value }: AppliedValue): boolean => valueText(key, value).length > 9;

/** A spacer for the rows that are not rendered. */
function Gap({ height, passing }: Readonly<{ height: number; passing: readonly boolean[] }>) {
  return (
    <tr aria-hidden className="ls-spacer" style={{ height }}>
      <td colSpan={2} />
      {passing.map((passes, at) => (
        <td key={VALUE_KEYS[at]} className={classes.cell} data-line={passes ? 'passes' : 'none'} />
      ))}
    </tr>
  );
}

type DialRowProps = Readonly<{
  index: number;
  entry: TriedEntry;
  kind: Standing['kind'];
  miss: Miss | null;
  /** The values that no dial above sets. */
  open: string;
  /** The line of each value in this row: `passes`, `arrives` or `none`. */
  lines: string;
  nameOption: NameOption;
  ref: Ref<HTMLTableRowElement>;
}>;

/** Memoised: a key in the form re-renders only rows that change, and of most of them only the reason. */
const DialRow = memo(function DialRow({ index, entry, kind, miss, open, lines, nameOption, ref }: DialRowProps) {
  const isMatch = miss === null;
  return (
    <tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      className={classes.row}
      data-missed={!isMatch || undefined}
    >
      <RowNumber index={index} kind={kind} />
      <th scope="row">
        <MiddleClip text={entry.dial.name} className={`ls-mid ${isMatch ? 'ls-ink ls-bold' : 'ls-ink-2'}`} />
        <span className={`ls-flex ls-gap-6 ls-small ${classes.why}`}>
          {isMatch ? (
            <span className="ls-green">{describeMatch(entry.dial)}</span>
          ) : (
            <WhyNot kind={kind} miss={miss} nameOption={nameOption} />
          )}
        </span>
        {kind === 'not-known' && <WouldDecide entry={entry} open={open} />}
      </th>
      <Settings entry={entry} isMatch={isMatch} lines={lines} />
    </tr>
  );
}, isSameRow);

function isSameRow({ miss: before, ...old }: DialRowProps, { miss: after, ...now }: DialRowProps): boolean {
  const isSameMiss = before?.by === after?.by && before?.has === after?.has;
  return isSameMiss && (Object.keys(now) as (keyof typeof now)[]).every((key) => old[key] === now[key]);
}

function lineOf(index: number, winner: number | undefined): 'passes' | 'arrives' | 'none' {
  if (winner === undefined || index > winner) return 'none';
  return index === winner ? 'arrives' : 'passes';
}

const GLYPHS = {
  matches: { Icon: IconMatched, words: 'takes part' },
  misses: { Icon: IconMissed, words: 'takes no part' },
  'not-known': { Icon: IconUnknown, words: 'not known yet' },
  'not-active': { Icon: IconLater, words: 'not active on this day' },
} as const satisfies Record<Standing['kind'], object>;

/** Matches: a check on green. Misses: a red cross. Not known: a dashed ring. Not active: a blue clock. */
export function FactGlyph({ kind }: Readonly<{ kind: Standing['kind'] }>) {
  const { Icon } = GLYPHS[kind];
  const isRing = kind === 'not-known';
  return (
    <span className={`ls-center ls-fixed ${classes.glyph}`} data-kind={kind}>
      <Icon size={isRing ? 20 : 12} stroke={kind === 'matches' ? 3 : isRing ? 1.5 : 2} aria-hidden />
    </span>
  );
}

type RowNumberProps = Readonly<{
  index: number;
  kind: Standing['kind'];
  /** Whether the row says more. */ isBrief?: boolean;
}>;

/** Read aloud as "Dial 2, takes part". */
export const RowNumber = memo(function RowNumber({ index, kind, isBrief = false }: RowNumberProps) {
  return (
    <td className="ls-ink-3">
      <span className={`ls-row ls-end ls-num ${classes.place}`}>
        <span className="ls-hidden">Dial </span>
        {index + 1}
        <FactGlyph kind={kind} />
        <span className="ls-hidden">{isBrief ? ',' : `, ${GLYPHS[kind].words}`}</span>
      </span>
    </td>
  );
});

const TONES = { misses: 'ls-red', 'not-known': 'ls-ink-3', 'not-active': 'ls-blue', matches: '' } as const;

type WhyNotProps = Readonly<{ kind: Standing['kind']; miss: Miss; nameOption: NameOption }>;

function WhyNot({ kind, miss, nameOption }: WhyNotProps) {
  const { by, why } = describeMiss(miss, nameOption);
  return (
    <>
      <span className={`ls-fixed ls-medium ${TONES[kind]}`}>{by}</span>
      <span className={`ls-ink-3 ls-grow ${classes.reason}`}>
        {miss.by === 'window' || miss.by === 'journeys' ? (
          why
        ) : (
          <DimensionMiss dimension={dimensionOf(miss.by)} wants={miss.wants} has={miss.has ?? undefined} why={why} />
        )}
      </span>
    </>
  );
}

/** What a dial would decide if all that it asks for were so. */
function WouldDecide({ entry: { dial, overrides }, open }: Readonly<{ entry: TriedEntry; open: string }>) {
  const keys = VALUE_KEYS.filter((key) => open.split(' ').includes(key) && (overrides[key] ?? dial.values[key]));
  if (keys.length === 0) return null;
  const names = joinNames(keys.map((key) => uncapitalise(VALUES[key].label)));
  return <span className="ls-block ls-small ls-ink-3">Would decide {names}</span>;
}

type SettingsProps = Readonly<{ entry: TriedEntry; isMatch: boolean; lines: string }>;

const Settings = memo(function Settings({ entry, isMatch, lines }: SettingsProps) {
  return lines.split(' ').map((line, column) => {
    const key = VALUE_KEYS[column];
    return (
      key && (
        <td key={key} className={`ls-right ls-num ${classes.cell}`} data-line={line} data-label={shortLabelOf(key)}>
          {isMatch && <SettingMark name={key} entry={entry} wins={line === 'arrives'} />}
        </td>
      )
    );
  });
});

type SettingMarkProps = Readonly<{ name: ValueKey; entry: TriedEntry; wins: boolean }>;

/** The values a matching dial sets here, whatever the risk. */
function SettingMark({ name, entry: { dial, overrides }, wins }: SettingMarkProps) {
  const override = overrides[name];
  const value = override ?? dial.values[name];
  if (value === undefined) return null;
  const Mark = wins ? 'b' : 's';
  return (
    <Mark className={`ls-relative ${wins ? classes.wins : `ls-ink-3 ${classes.beaten}`}`}>
      {!wins && <span className="ls-hidden">beaten: </span>}
      {valueText(name, value)}
      {override !== undefined && (
        <span className={classes.override}>
          <span className="ls-hidden">, override</span>
        </span>
      )}
    </Mark>
  );
}
