import { Fragment } from 'react';
import { briefLabelOf, VALUE_KEYS, type DialValues, type ValueKey } from '#domain/value/registry.ts';
import { valueText } from '#web/rule/changeWords.ts';
import classes from './SetsLine.module.css';

export type SetsLineProps = Readonly<{ own: DialValues; overrides: DialValues }>;

/**
 * The values of a dial in this bucket on one line: `Lead 40%  Max 5,000,000`. An override follows the struck-through
 * own value.
 */
export function SetsLine({ own, overrides }: SetsLineProps) {
  const keys = VALUE_KEYS.filter((key) => (overrides[key] ?? own[key]) !== undefined);
  if (keys.length === 0) return <span className="ls-ink-3">Sets no value</span>;
  return (
    <span>
      {keys.map((key) => (
        <Fragment key={key}>
          <span className={`ls-relative ls-num ls-nowrap ls-ink-3 ${classes.set}`}>
            {briefLabelOf(key)} <Value name={key} own={own[key]} override={overrides[key]} />
          </span>
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}

type ValueProps = Readonly<{ name: ValueKey; own: DialValues[ValueKey]; override: DialValues[ValueKey] }>;

function Value({ name, own, override }: ValueProps) {
  if (override === undefined)
    return own === undefined ? null : <b className={`ls-ink-2 ${classes.value}`}>{valueText(name, own)}</b>;
  return (
    <>
      {own !== undefined && (
        <>
          <span className="ls-hidden">not the dial’s own </span>
          <del className={classes.value}>{valueText(name, own)}</del>{' '}
        </>
      )}
      <b className="ls-violet">{valueText(name, override)}</b>
    </>
  );
}
