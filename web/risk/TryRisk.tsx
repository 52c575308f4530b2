import { Button } from '@mantine/core';
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, NavigationType, useNavigationType } from 'react-router';
import { evaluate, type Evaluation } from '#domain/evaluation/evaluate.ts';
import { isBlank } from '#domain/evaluation/standing.ts';
import { describeTakingPart } from '#domain/evaluation/words.ts';
import { shortLabelOf, VALUE_KEYS } from '#domain/value/registry.ts';
import { valueText } from '#web/rule/changeWords.ts';
import { useNamesRead } from '#web/rule/query.ts';
import { Card } from '#web/kit/Card.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { utcToday } from '#web/kit/format.ts';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { useSettledAnnouncement } from '#web/kit/useAnnouncer.ts';
import { useLatest } from '#web/kit/useLatest.ts';
import { useEscape } from '#web/kit/useEscape.ts';
import { findReachableRow } from '#web/kit/arrowRows.ts';
import { AgainstList } from './AgainstLine.tsx';
import { RiskForm } from './RiskForm.tsx';
import { Trace } from './Trace.tsx';
import { TraceBefore } from './TraceBefore.tsx';
import { Legend, LegendBefore } from './TraceLegend.tsx';
import { emptyRisk, type Extras, type MakeExtras, type RiskTrial, type TriedList } from './tried.ts';
import { TryHeader, type TryHeaderProps } from './TryHeader.tsx';
import { useTriedRisk } from './useTriedRisk.ts';
import classes from './TryRisk.module.css';
import { PasteDialog } from './PasteDialog.tsx';

type TryRiskProps = Pick<TryHeaderProps, 'path' | 'name' | 'lists' | 'link' | 'onClose'> &
  Readonly<{
    /** The key of the default list. */
    own: string;
    /** The key of the list to compare with. */
    baseline?: string;
    /** A single dial: no other can set a value, and none is beaten. */
    isAlone?: boolean;
    /** Slug of the class of business whose dimensions are offered; without one all are. */
    cob?: string;
    /** Replaces the result if the dials fail to load. */
    failure?: ReactNode;
    extras?: MakeExtras;
  }>;

const NOTHING: Extras = {};
const NONE: TriedList = { key: '', label: '', entries: [] };

/** A risk, what it gets from a list of dials, and why. The result follows every key without a request. */
export function TryRisk(props: TryRiskProps) {
  const { path, name, lists, own, baseline, isAlone = false, cob, failure, link, onClose, extras } = props;
  const { risk, dropped, side, renewed, changePart, changeDimension, changeRisk, choose } = useTriedRisk();
  const [pasting, setPasting] = useState(false);
  const listOf = (listKey: string | undefined) => lists.find(({ key }) => key === listKey);
  const list = listOf(side) ?? listOf(own) ?? NONE;
  const evaluation = useMemo(() => evaluate(list.noAnswer ? [] : list.entries, risk), [list, risk]);
  const tried: RiskTrial = { risk, list, evaluation, change: changeRisk };
  const latest = useLatest(tried);
  // Fields and broken examples depend on the dials; reasons need the names of options.
  const isRead = useNamesRead() && listOf(own) !== undefined;
  const {
    before,
    note,
    expected,
    against,
    action,
    hasExamples = false,
  } = (isRead && extras?.(tried, latest)) || NOTHING;
  // An example may expect something of any risk.
  const isDemonstration = useIsDemonstration();
  const blank = isBlank(risk) && expected === undefined && !isDemonstration;
  const base = baseline === list.key ? undefined : listOf(baseline);
  const baseValues = useMemo(() => base && evaluate(base.entries, risk).values, [base, risk]);
  const region = useSettledAnnouncement(isRead && !blank ? describeTakingPart(evaluation) : '');
  const clear = useCallback(() => changeRisk(emptyRisk(utcToday())), [changeRisk]);
  const { root, heading } = useFirstFocus(blank && hasExamples);
  useEscape(onClose, { fromFields: true });

  return (
    <div ref={root} className={`ls-stack ls-tall ${classes.page}`}>
      <TryHeader
        heading={heading}
        path={path}
        name={name}
        lists={lists}
        shown={list.key}
        link={link}
        latest={latest}
        onChoose={choose}
        onPaste={setPasting}
        onClose={onClose}
      />
      <div className={`ls-relative ${classes.panes}`}>
        <section aria-label="Risk" className={`ls-surface ${classes.form}`}>
          <div className={`ls-scroll ls-ring-in ${classes.scroll}`} tabIndex={0} role="group" aria-label="The risk">
            {before}
            <div className={classes.body}>
              {note !== undefined && (
                <div className="ls-row ls-below-12">
                  <h2 className="ls-title">Risk</h2>
                  <span className="ls-push ls-small ls-ink-3">{note}</span>
                </div>
              )}
              {dropped.length > 0 && <Dropped messages={dropped} />}
              {isRead && (
                <RiskForm
                  risk={risk}
                  renewed={renewed}
                  lists={lists}
                  cob={cob}
                  onPart={changePart}
                  onDimension={changeDimension}
                />
              )}
              {!isRead && failure === undefined && <Skeleton lines={12} />}
            </div>
          </div>
          {isRead && (
            <div className={`ls-row ls-fixed ls-rule ls-surface ${classes.foot}`}>
              <Gets values={evaluation.values} />
              {action && !list.noAnswer && <div className="ls-grow">{action}</div>}
              <Clear onClear={clear} isOff={blank} />
            </div>
          )}
        </section>
        <div className={`ls-ring-in ${classes.result}`} tabIndex={0} role="group" aria-label="Result of the risk">
          {!isRead && (failure ?? <Card waiting={12} />)}
          {isRead && list.noAnswer && <EmptyState title={`${list.label} answers no risk`} text={list.noAnswer} />}
          {isRead && !list.noAnswer && list.entries.length === 0 && (
            <EmptyState title={`${list.label} has no dials`} text="Without dials no value is set, whatever the risk." />
          )}
          {isRead && !list.noAnswer && list.entries.length > 0 && (
            <>
              <div className={`ls-card ${classes.card}`}>
                {blank ? (
                  <TraceBefore tried={tried} hasExamples={hasExamples} />
                ) : (
                  <Trace tried={tried} isAlone={isAlone} expected={expected} />
                )}
              </div>
              {blank ? <LegendBefore /> : !isAlone && <Legend />}
            </>
          )}
          {isRead && !blank && !list.noAnswer && (against || base) && (
            <div className="ls-card ls-ruled">
              {against}
              {base && baseValues && <AgainstList tried={tried} other={base} otherValues={baseValues} />}
            </div>
          )}
        </div>
      </div>
      <div ref={region} role="status" className="ls-hidden" />
      {pasting && <PasteDialog date={risk.date} onClose={() => setPasting(false)} onRisk={changeRisk} />}
    </div>
  );
}

const Clear = memo(function Clear({ onClear, isOff }: Readonly<{ onClear: () => void; isOff: boolean }>) {
  return (
    <Button variant="default" disabled={isOff} title={isOff ? 'Nothing to clear yet' : undefined} onClick={onClear}>
      Clear
    </Button>
  );
});

/** The result in short, for when it is below the form and not visible. */
function Gets({ values }: Pick<Evaluation, 'values'>) {
  return (
    <ul aria-hidden className={`ls-list ls-grow ${classes.gets}`}>
      {VALUE_KEYS.map((key) => {
        const winner = values[key]?.winner;
        return (
          <li key={key}>
            <span className="ls-block ls-tiny ls-ink-3 ls-nowrap">{shortLabelOf(key)}</span>
            <span className={`ls-block ls-num ls-nowrap ${winner ? 'ls-semi' : 'ls-ink-3'}`}>
              {winner ? valueText(key, winner.value) : 'Not set'}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The risk demonstrates a finding, even if nothing is known of it. */
function useIsDemonstration(): boolean {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null && 'isDemonstration' in state;
}

/**
 * Opened in the app, the focus is on the heading, and goes to the examples once they can be chosen. Opened by a link, the
 * browser starts at the top.
 */
function useFirstFocus(canChoose: boolean) {
  const root = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isOpenedHere] = useState(useNavigationType() === NavigationType.Push);
  useEffect(() => {
    if (isOpenedHere) heading.current?.focus();
  }, [isOpenedHere]);
  useEffect(() => {
    const isAtStart = document.activeElement === heading.current;
    if (canChoose && isAtStart) findReachableRow(root.current)?.focus();
  }, [canChoose]);
  return { root, heading };
}

/** Reports unreadable parts of the URL once; the next change drops them. */
function Dropped({ messages }: Readonly<{ messages: readonly string[] }>) {
  return (
    <div role="alert" className="ls-notice ls-below-12" data-tone="amber">
      <p className="ls-medium">Some of the link could not be read and was left out.</p>
      <ul className={`ls-small ${classes.dropped}`}>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  );
}
