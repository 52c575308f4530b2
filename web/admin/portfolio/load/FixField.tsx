import { NativeSelect, SegmentedControl, Select, TextInput } from '@mantine/core';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { PortfolioCause } from '#contract/portfolio-load.ts';
import { JOURNEYS } from '#domain/dial/dial.ts';
import { listFacts, type ReferenceList } from '#domain/dimension/dimension.ts';
import { CURRENCIES, splitHeader, US_DOLLAR } from '#domain/dimension/kind/currency.ts';
import { explainMark } from '#domain/dimension/kind/number-cell.ts';
import { DATE_ORDERS, readDate } from '#domain/portfolio/mapping/date.ts';
import { NO_VALUE } from '#domain/portfolio/mapping/names.ts';
import type { Answer } from '#domain/portfolio/mapping/reading.ts';
import { listMeanings, matchedAgainst, type Target } from '#domain/portfolio/mapping/target.ts';
import { CLASS_OPTIONS } from '#web/rule/ClassSelect.tsx';
import { useReference } from '#web/rule/query.ts';
import { formatDay, utcToday } from '#web/kit/format.ts';
import type { Fix } from './useChanges.ts';
import classes from './Load.module.css';

type FixFieldProps = Readonly<{
  cause: PortfolioCause;
  target: Target;
  /** The name of the column. */
  column: string;
  /** What is fixed, for screen readers. */
  label: string;
  disabled: boolean;
  onFix: (fix: Fix) => void;
}>;

/** What settles a cause: a match, an answer, or a currency and its rate. */
export function FixField(props: FixFieldProps) {
  const { cause, target } = props;
  switch (cause.kind) {
    case 'name':
      return <NameField {...props} />;
    case 'value':
      return target === 'date' || target === 'reference' || target === 'kept' || target === 'cob' ? (
        <Message cause={cause} />
      ) : (
        <ValueField {...props} />
      );
    case 'currency':
      return <CurrencyField {...props} />;
    case 'decimal':
    case 'dates':
    case 'percent':
      return <AnswerField {...props} question={cause.kind} />;
    case 'repeat':
    case 'row':
      return <Message cause={cause} />;
  }
}

/** Only the file can be corrected. */
const Message = ({ cause: { message } }: Pick<FixFieldProps, 'cause'>) => (
  <span className="ls-small ls-ink-3 ls-break">{message}</span>
);

/** No code is a space. */
const NO_VALUE_OPTION = { value: ' ', label: 'No value' };
const codeOf = (value: string): string => (value === NO_VALUE_OPTION.value ? NO_VALUE : value);
const valueOf = (code: string | null): string | null => (code === NO_VALUE ? NO_VALUE_OPTION.value : code);
/** Enough to choose from; typing filters. */
const MAX_OPTIONS = 60;

function NameField({ cause, target, label, disabled, onFix }: FixFieldProps) {
  const { column, text, fix, suggestion, message } = cause;
  const options = useOptions(target);
  if (column === null) return null;
  const apply = (code: string) => onFix({ match: { column, text, code } });
  return (
    <div className={`ls-row ${classes.fix}`}>
      <span className={`ls-small ls-ink-3 ${classes.verb}`}>Match to</span>
      <Select
        aria-label={`What ${label} means`}
        placeholder={`Choose a ${nounOf(target)}`}
        data={options}
        value={valueOf(fix ?? suggestion)}
        onChange={(value) => value !== null && apply(codeOf(value))}
        disabled={disabled}
        searchable
        allowDeselect={false}
        limit={MAX_OPTIONS}
        nothingFoundMessage="Nothing matches"
        comboboxProps={{ width: 280, position: 'bottom-start' }}
        title={message}
        className={classes.control}
      />
    </div>
  );
}

function ValueField({ cause: { column, text, fix, message }, target, label, disabled, onFix }: FixFieldProps) {
  if (column === null) return null;
  const meanings = listMeanings(target).map(({ value, label: name }) => ({ value, label: name }));
  const shared = {
    label,
    hint: message,
    data: [...meanings, NO_VALUE_OPTION],
    value: valueOf(fix),
    disabled,
    onChange: (value: string) => onFix({ match: { column, text, code: codeOf(value) } }),
  };
  return shared.data.length <= MAX_SEGMENTS ? <OneOf {...shared} /> : <ReadAs {...shared} placeholder="Choose" />;
}

/** More do not fit on the line. */
const MAX_SEGMENTS = 3;

/** A few meanings are all in sight, and take one click. */
function OneOf({ label, hint, data, value, disabled, onChange }: Omit<ReadAsProps, 'placeholder'>) {
  return (
    <div className={`ls-row ${classes.fix}`} title={hint}>
      <span className="ls-small ls-ink-3 ls-nowrap">Read as</span>
      <SegmentedControl
        size="xs"
        className={classes.segments}
        aria-label={`How ${label} is read`}
        data={[...data]}
        value={value ?? ''}
        disabled={disabled}
        onChange={onChange}
      />
    </div>
  );
}

type ReadAsProps = Readonly<{
  label: string;
  placeholder: string;
  hint: string;
  data: readonly Readonly<{ value: string; label: string }>[];
  value: string | null;
  disabled: boolean;
  onChange: (value: string) => void;
}>;

function ReadAs({ label, placeholder, hint, data, value, disabled, onChange }: ReadAsProps) {
  return (
    <div className={`ls-row ${classes.fix}`}>
      <span className={`ls-small ls-ink-3 ${classes.verb}`}>Read as</span>
      <NativeSelect
        aria-label={`How ${label} is read`}
        title={hint}
        data={[...(value === null ? [{ value: '', label: placeholder }] : []), ...data]}
        value={value ?? ''}
        disabled={disabled}
        onChange={({ currentTarget }) => currentTarget.value !== '' && onChange(currentTarget.value)}
        className={classes.control}
      />
    </div>
  );
}

type AnswerFieldProps = FixFieldProps & Readonly<{ question: Exclude<Answer['question'], 'currency'> }>;

function AnswerField({
  cause: { column, example, fix, suggestion, message },
  question,
  label,
  disabled,
  onFix,
}: AnswerFieldProps) {
  if (column === null) return null;
  const data = listAnswers(question, example);
  return (
    <ReadAs
      label={label}
      placeholder={`${data.map(({ short }) => short).join(' or ')}?`}
      hint={message}
      data={data}
      value={fix ?? suggestion}
      disabled={disabled}
      onChange={(answer) => onFix({ answer: { column, question, answer } as Answer })}
    />
  );
}

/** The two things that the example can mean. */
function listAnswers(question: AnswerFieldProps['question'], example: string) {
  switch (question) {
    case 'dates': {
      const date = readDate(example, utcToday());
      return DATE_ORDERS.map((value) => {
        const short = date === undefined || 'day' in date ? value : formatDay(date[value]).replace(/ \d{4}$/, '');
        return { value, short, label: `${short}, ${value}` };
      });
    }
    case 'decimal': {
      const { point, comma } = explainMark(example);
      return [
        { value: '.', short: point, label: `${point}, decimal point` },
        { value: ',', short: comma, label: `${comma}, decimal comma` },
      ];
    }
    case 'percent':
      return [
        { value: 'percent', short: `${example}%`, label: `${example}%, percent` },
        { value: 'fraction', short: 'a fraction', label: `A fraction: 0.12 is 12%` },
      ];
  }
}

/** US dollars for one, with up to four decimals. */
const RATE = /^\d{1,6}(\.\d{1,4})?$/;

function CurrencyField({ cause: { column, text, fix, rate }, column: name, label, disabled, onFix }: FixFieldProps) {
  const [currency, setCurrency] = useState(fix ?? '');
  const [typed, setTyped] = useState(rate === null ? '' : String(rate));
  const field = useRef<HTMLInputElement>(null);
  if (column === null) return null;
  const usd = currency === US_DOLLAR ? 1 : RATE.test(typed) ? Number(typed) : 0;
  const canApply = currency !== '' && usd > 0;
  const isNew = currency !== fix || usd !== rate;
  const apply = () => {
    if (!canApply || !isNew) return;
    onFix({ answer: { column, question: 'currency', mark: text, answer: { currency, usd } } });
  };
  const applyByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    apply();
  };
  return (
    <div className={`ls-row ${classes.fix}`}>
      <span className={`ls-small ls-ink-3 ${classes.verb}`}>Currency</span>
      <NativeSelect
        aria-label={`Currency of ${label}`}
        data={[
          ...(currency === ''
            ? [{ value: '', label: `${text === '' ? (splitHeader(name).currency ?? '') : text}?` }]
            : []),
          ...CURRENCIES,
        ]}
        value={currency}
        disabled={disabled}
        onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
        className={classes.currency}
      />
      <span className="ls-small ls-ink-3">at</span>
      <TextInput
        ref={field}
        aria-label={`US dollars for one ${currency === '' ? text : currency}`}
        value={currency === US_DOLLAR ? '1' : typed}
        inputMode="decimal"
        disabled={disabled || currency === US_DOLLAR}
        error={typed !== '' && !RATE.test(typed)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value.trim())}
        onKeyDown={applyByEnter}
        autoComplete="off"
        className={classes.rate}
      />
      {(!isNew || fix === null) && <span className="ls-small ls-ink-3">USD</span>}
      {isNew && (
        <button
          type="button"
          className="ls-link ls-bold ls-push"
          aria-label={`Apply: ${label}`}
          disabled={disabled || !canApply}
          onClick={() => {
            // The button goes.
            field.current?.focus();
            apply();
          }}
        >
          Apply
        </button>
      )}
    </div>
  );
}

function nounOf(target: Target): string {
  const against = matchedAgainst(target);
  if (against === 'cob') return 'class';
  if (against === 'journey') return 'journey';
  return against === 'risk_codes' ? 'risk code' : listFacts(against as ReferenceList).noun;
}

function useOptions(target: Target) {
  const { data } = useReference();
  return useMemo(() => {
    const against = matchedAgainst(target);
    if (against === undefined) return [];
    if (against === 'cob') return CLASS_OPTIONS;
    if (against === 'journey')
      return [...JOURNEYS.map(({ value, label }) => ({ value: value as string, label })), NO_VALUE_OPTION];
    const list = against as ReferenceList;
    const { showsCode = false } = listFacts(list);
    const options = (data?.[list] ?? []).map(({ code, label }) => ({
      value: code,
      label: showsCode && code !== label ? `${code} ${label}` : label,
    }));
    return [NO_VALUE_OPTION, ...options];
  }, [target, data]);
}
