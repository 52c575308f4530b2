import { Button } from '@mantine/core';
import IconTo from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconAsExpected from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconBreaks from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { brokenOf, type CheckedValue } from '#domain/example/check.ts';
import { describeExpected } from '#domain/example/words.ts';
import { shortLabelOf, VALUE_KEYS, VALUES } from '#domain/value/registry.ts';
import { Against } from '#web/risk/AgainstLine.tsx';
import classes from './AgainstExample.module.css';

type ValuesProps = Readonly<{ values: readonly CheckedValue[] }>;

/** A row of the result's head: the expected value of each key, and whether it matches. */
export function ExpectedRow({ values }: ValuesProps) {
  return (
    <tr className={classes.expects}>
      <th colSpan={2} scope="row" className="ls-normal ls-ink-2">
        The example expects
      </th>
      {VALUE_KEYS.map((key) => {
        const value = values.find((one) => one.value === key);
        return (
          <td key={key} className="ls-right ls-num" data-label={shortLabelOf(key)}>
            {value && <ExpectedCell value={value} />}
          </td>
        );
      })}
    </tr>
  );
}

function ExpectedCell({ value: { value, expected, ok } }: Readonly<{ value: CheckedValue }>) {
  const Icon = ok ? IconAsExpected : IconBreaks;
  return (
    <span className={`ls-relative ls-nowrap ${ok ? 'ls-ink-2' : 'ls-red ls-bold'}`}>
      {describeExpected(value, expected)}{' '}
      <Icon size={13} stroke={2.25} aria-hidden className={`${ok ? 'ls-green' : ''} ${classes.mark}`} />
      <span className="ls-hidden">{ok ? 'as expected' : 'breaks'}</span>
    </span>
  );
}

type AgainstExampleProps = ValuesProps &
  Readonly<{
    busy: boolean;
    /** Sets the expectation to the actual value; undefined if it cannot be expected. */
    onExpect: (() => void) | undefined;
  }>;

/** The actual value, if it differs. */
export function AgainstExample({ values, busy, onExpect }: AgainstExampleProps) {
  const broken = brokenOf(values);
  const [first, ...more] = broken;
  if (first === undefined)
    return (
      <Against title="Against the example">
        <span className="ls-ink-3">As expected</span>
      </Against>
    );
  const label = more.length === 0 ? `Expect ${describeExpected(first.value, first.given)}` : 'Expect these values';
  return (
    <Against
      title="Against the example"
      {...(onExpect && {
        aside: (
          <Button size="xs" variant="default" loading={busy} data-track="Expect" onClick={onExpect}>
            {label}
          </Button>
        ),
      })}
    >
      {broken.map(({ value, expected, given }) => (
        <span key={value} className="ls-row ls-num">
          <span className="ls-ink-3">{VALUES[value].label}</span>
          <span>
            <span className="ls-ink-3">expected</span> {describeExpected(value, expected)}
          </span>
          <IconTo size={14} className="ls-ink-4" aria-label="given" />
          <b>{describeExpected(value, given)}</b>
        </span>
      ))}
      <span className="ls-chip" data-tone="red">
        <IconBreaks size={12} stroke={2.25} aria-hidden />
        Breaks
      </span>
    </Against>
  );
}
