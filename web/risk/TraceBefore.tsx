import { Fragment } from 'react';
import { summarise, summariseInSentence } from '#domain/dial/summary.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import { capitalise } from '#domain/dimension/words.ts';
import { findStanding, type Standing } from '#domain/evaluation/standing.ts';
import { describeMiss } from '#domain/evaluation/words.ts';
import { shortLabelOf, VALUE_KEYS } from '#domain/value/registry.ts';
import { valueText } from '#web/rule/changeWords.ts';
import { useNameOption } from '#web/rule/query.ts';
import { useTableRows } from '#web/kit/useVirtualRows.ts';
import { Gap } from '#web/kit/Table.tsx';
import { COLUMN_PX, OVERSCAN, RowNumber } from './Trace.tsx';
import type { RiskTrial, TriedEntry } from './tried.ts';
import classes from './Trace.module.css';

type TraceBeforeProps = Readonly<{ tried: RiskTrial; hasExamples: boolean }>;

/** Before anything is known of the risk: what each dial asks for, and what it sets. */
export function TraceBefore({ tried: { list, risk }, hasExamples }: TraceBeforeProps) {
  const { entries } = list;
  const { body, rows, gapAfter, measure } = useTableRows(entries.length, { overscan: OVERSCAN });
  const nameOption = useNameOption();
  return (
    <table className={`ls-table ls-table-fixed ${classes.table}`} aria-label="Dials" aria-rowcount={entries.length + 1}>
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
            <span className={`ls-block ls-title ls-ink ${classes.count}`}>
              {hasExamples ? 'Choose an example or type a risk' : 'Type a risk'}
            </span>
            <span className="ls-block ls-small ls-normal ls-ink-3">Until then, each dial shows what it asks for.</span>
          </th>
          {VALUE_KEYS.map((key) => (
            <th key={key} scope="col" className={`ls-right ${classes.below}`}>
              <span className={`ls-block ls-small ls-normal ls-ink-3 ${classes.label}`}>{shortLabelOf(key)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map(({ index, gapBefore }) => {
          const entry = entries[index];
          return entry === undefined ? null : (
            <Fragment key={entry.dial_id}>
              {gapBefore > 0 && <Gap height={gapBefore} columns={2 + VALUE_KEYS.length} />}
              <tr ref={measure} data-index={index} aria-rowindex={index + 2} className={classes.row}>
                <BeforeCells
                  index={index}
                  entry={entry}
                  standing={findStanding(entry.dial, risk)}
                  nameOption={nameOption}
                />
              </tr>
            </Fragment>
          );
        })}
        {gapAfter > 0 && <Gap height={gapAfter} columns={2 + VALUE_KEYS.length} />}
      </tbody>
    </table>
  );
}

/** Only days that have not come are worth a mention, and have a line of their own. */
const ANY_DAY = { active_from: null, active_until: null } as const;

type BeforeCellsProps = Readonly<{ index: number; entry: TriedEntry; standing: Standing; nameOption: NameOption }>;

function BeforeCells({ index, entry, standing, nameOption }: BeforeCellsProps) {
  const { dial, overrides } = entry;
  const isLater = standing.kind === 'not-active';
  const scope = { ...dial, ...ANY_DAY };
  return (
    <>
      <RowNumber index={index} kind={standing.kind} isBrief />
      <th scope="row">
        <span className="ls-block ls-mid ls-medium ls-break">
          {dial.name}
          <span className="ls-hidden">, </span>
        </span>
        {isLater ? (
          <span className="ls-block ls-small ls-blue">{capitalise(describeMiss(standing.miss, nameOption).why)}</span>
        ) : (
          <>
            <span aria-hidden className="ls-block ls-small ls-ink-3 ls-break">
              {summarise(scope, nameOption, Infinity).map(({ text, notation }, at) => (
                <span key={at} title={notation}>
                  {text}
                </span>
              ))}
            </span>
            <span className="ls-hidden">asks for {summariseInSentence(scope, nameOption, Infinity)}</span>
          </>
        )}
      </th>
      {VALUE_KEYS.map((key) => {
        const value = overrides[key] ?? dial.values[key];
        return (
          <td key={key} className={`ls-right ls-num ls-ink-3 ${classes.cell}`} data-label={shortLabelOf(key)}>
            {value === undefined ? <span aria-label="not set">·</span> : valueText(key, value)}
          </td>
        );
      })}
    </>
  );
}
