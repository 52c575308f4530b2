import type { ReactNode } from 'react';
import type { Example } from '#contract/example.ts';
import { brokenOf } from '#domain/example/check.ts';
import { describeBriefly, describeExpected } from '#domain/example/words.ts';
import { VALUES } from '#domain/value/registry.ts';
import { ARROW_ROW, moveByArrows } from '#web/kit/arrowRows.ts';
import type { Checked } from './checked.ts';
import { countWords, ExampleGlyph } from './ExampleGlyph.tsx';
import classes from './ExampleList.module.css';

type ExampleListProps = Readonly<{
  /** Checked against the list being tried: broken ones first. */
  checked: readonly Checked[];
  /** The example whose risk is in the form, changed or not. */
  current: Example | undefined;
  onOpen: (example: Example) => void;
  /** At the end of the open row. */
  menu: ReactNode;
  /** Why the last change failed. */
  refusal: string | undefined;
  /** Shown when there are none. */
  none: string;
  /** At the end of the head. */
  tools: ReactNode;
}>;

/** The examples of a bucket. Arrow keys move, Enter loads a risk into the form. */
export function ExampleList({ checked, current, onOpen, menu, refusal, none, tools }: ExampleListProps) {
  const reachable = checked.find(({ example }) => example.id === current?.id) ?? checked[0];
  return (
    <section aria-label="Examples" className="ls-rule-below">
      <div className={`ls-row ${classes.head}`}>
        <h2 className="ls-title">Examples</h2>
        {checked.length > 0 && <span className="ls-chip ls-num">{checked.length}</span>}
        <span className="ls-push ls-small ls-ink-3">{countWords(checked)}</span>
        {tools}
      </div>
      {refusal !== undefined && (
        <p role="alert" className={`ls-notice ls-small ${classes.refusal}`} data-tone="red">
          {refusal}
        </p>
      )}
      {checked.length === 0 ? (
        <p className={`ls-small ls-ink-3 ${classes.none}`}>{none}</p>
      ) : (
        <ul className={`ls-list ls-scroll ${classes.rows}`} onKeyDown={(event) => moveByArrows(event, { ends: true })}>
          {checked.map((one) => (
            <Row
              key={one.example.id}
              checked={one}
              open={one.example.id === current?.id}
              reachable={one === reachable}
              onOpen={onOpen}
              menu={menu}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

type RowProps = Pick<ExampleListProps, 'onOpen' | 'menu'> &
  Readonly<{ checked: Checked; open: boolean; /** The one Tab comes to. */ reachable: boolean }>;

function Row({ checked, open, reachable, onOpen, menu }: RowProps) {
  const { example, ok } = checked;
  return (
    <li className={`ls-relative ${classes.row}`} data-open={open || undefined}>
      <button
        type="button"
        data-example
        {...ARROW_ROW}
        tabIndex={reachable ? 0 : -1}
        aria-current={open}
        className={`ls-plain ls-ring-in ls-flex ls-gap-10 ${classes.open}`}
        onClick={() => onOpen(example)}
      >
        <ExampleGlyph ok={ok} />
        <span className="ls-block ls-grow">
          <span className="ls-block ls-clip ls-semi" title={example.name}>
            {example.name}
          </span>
          <Says checked={checked} />
        </span>
      </button>
      {open && menu}
    </li>
  );
}

/** The expected values; for a broken example also the actual ones. */
function Says({ checked: { example, values } }: Readonly<{ checked: Checked }>) {
  const [first, ...more] = brokenOf(values);
  const brief = describeBriefly(example.expected);
  if (first === undefined)
    return (
      <span className="ls-block ls-clip ls-small ls-num ls-ink-3" title={brief}>
        {brief}
      </span>
    );
  const { value, given, expected } = first;
  return (
    <span className="ls-block ls-clip ls-small ls-num ls-ink-3">
      {VALUES[value].label} <b className="ls-red">{describeExpected(value, given)}</b>, expected{' '}
      {describeExpected(value, expected)}
      {more.length > 0 && `, and ${more.length} more`}
    </span>
  );
}
