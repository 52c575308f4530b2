import { Button } from '@mantine/core';
import IconTo from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import { type ReactNode, useMemo, useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import { brokenOf, checkExamples, explainResult, findNewlyBroken } from '#domain/example/check.ts';
import { describeBriefly, describeExampleChange, describeExpected, describeRisk } from '#domain/example/words.ts';
import { VALUES } from '#domain/value/registry.ts';
import type { ApiAnswer } from '#web/base/api/nouns.ts';
import { addressOf, bucketAddress } from '#web/bucket/address.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { useBucketDials } from '#web/bucket/query.ts';
import { useNameOption } from '#web/dial/query.ts';
import { tryAddress } from '#web/risk/useTriedRisk.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { EmptyLine } from '#web/kit/EmptyLine.tsx';
import { formatAgo } from '#web/kit/format.ts';
import { agree } from '#web/kit/plural.ts';
import { Time } from '#web/kit/Time.tsx';
import { type Checked, rateEntries } from './checked.ts';
import { countWords, ExampleGlyph } from './ExampleGlyph.tsx';
import classes from './Examples.module.css';

type Examples = ApiAnswer<'listExamples'>;

/** The effect of a draft on the bucket's examples: broken ones with the reason, and who changed one since live. */
export function ExamplesCard({ bucket }: Readonly<{ bucket: Bucket }>) {
  const query = useApiQuery('listExamples', { params: addressOf(bucket) });
  const { data } = query;
  const skeleton = <Card title="Examples" waiting={2} />;
  if (data === undefined) return <Loaded query={query} title="Failed to fetch the examples" skeleton={skeleton} />;
  const changes = <ChangedExamples changes={data.changes} live={bucket.live.number} />;
  if (data.items.length > 0) return <CheckedExamples bucket={bucket} items={data.items} changes={changes} />;
  if (data.changes.length === 0) return <EmptyLine title="Examples">No examples in this bucket.</EmptyLine>;
  return (
    <Card title="Examples" padded={false}>
      <p className="ls-pad ls-ink-3">No examples in this bucket.</p>
      {changes}
    </Card>
  );
}

type CheckedExamplesProps = Readonly<{ bucket: Bucket; items: Examples['items']; changes: ReactNode }>;

function CheckedExamples({ bucket, items, changes }: CheckedExamplesProps) {
  const { live, draft } = bucket;
  const page = bucketAddress(addressOf(bucket), 'draft');
  const pins = useMemo(() => [...live.entries, ...(draft?.entries ?? [])], [live, draft]);
  const dials = useBucketDials(pins);
  const { lookup } = dials;
  const nameOption = useNameOption();
  const [showsPassing, setShows] = useState(false);
  const sides = useMemo(() => {
    const [before, after] = [rateEntries(live.entries, lookup), rateEntries(draft?.entries ?? [], lookup)];
    if (before === undefined || after === undefined) return undefined;
    const newly = new Set(findNewlyBroken(before, after, items).map(({ id }) => id));
    return { before, after, newly, checked: checkExamples(after, items) };
  }, [live, draft, lookup, items]);
  // The list of dials below already shows this error.
  if (sides === undefined) return dials.error === null ? <Card title="Examples" waiting={2} /> : null;
  const { before, after, newly, checked } = sides;
  const passing = checked.filter(({ ok }) => ok);
  return (
    <Card
      title="Examples"
      note={newly.size > 0 ? `${countWords(checked)}, ${newly.size} newly` : countWords(checked)}
      padded={false}
      aside={
        passing.length > 0 && (
          <button
            type="button"
            className="ls-link"
            aria-expanded={showsPassing}
            onClick={() => setShows(!showsPassing)}
          >
            {showsPassing ? 'Hide' : 'Show'}{' '}
            {agree(passing.length, 'the one that passes', `${passing.length} that pass`)}
          </button>
        )
      }
    >
      <ul className="ls-list ls-ruled">
        {brokenOf(checked).map((one) => (
          <li key={one.example.id} className={`ls-flex ls-gap-12 ${classes.row}`}>
            <ExampleGlyph ok={false} />
            <div className="ls-grow">
              <Head checked={one} nameOption={nameOption}>
                <span className="ls-chip" {...(newly.has(one.example.id) && { 'data-tone': 'red' })}>
                  {newly.has(one.example.id) ? 'newly broken' : 'breaks live too'}
                </span>
              </Head>
              {brokenOf(one.values).map((value) => (
                <p key={value.value} className="ls-row ls-wrap ls-num ls-ink-3 ls-above-2">
                  <span>{VALUES[value.value].label}</span>
                  <span>expected {describeExpected(value.value, value.expected)}</span>
                  <IconTo size={14} stroke={1.75} aria-hidden className="ls-fixed ls-ink-4" />
                  <span className="ls-hidden">given</span>
                  <b className="ls-ink">{describeExpected(value.value, value.given)}</b>
                  <span>{explainResult(before, after, value, one.example)}</span>
                </p>
              ))}
            </div>
            <TryLink checked={one} page={page} />
          </li>
        ))}
        {showsPassing &&
          passing.map((one) => (
            <li key={one.example.id} className={`ls-flex ls-gap-12 ${classes.row}`}>
              <ExampleGlyph ok />
              <div className="ls-grow">
                <Head checked={one} nameOption={nameOption} />
                <p className="ls-num ls-ink-3 ls-above-2">{describeBriefly(one.example.expected)}</p>
              </div>
              <TryLink checked={one} page={page} />
            </li>
          ))}
      </ul>
      {changes}
    </Card>
  );
}

type HeadProps = Readonly<{ checked: Checked; nameOption: NameOption; children?: ReactNode }>;

function Head({ checked: { example }, nameOption, children }: HeadProps) {
  return (
    <p className="ls-row ls-wrap">
      <b className="ls-break">{example.name}</b>
      {children}
      <span className="ls-ink-3">{describeRisk(example.risk, nameOption)}</span>
    </p>
  );
}

type TryLinkProps = Readonly<{ checked: Checked; page: string }>;

function TryLink({ checked: { example }, page }: TryLinkProps) {
  return (
    <Button
      component={PageLink}
      to={tryAddress(page, example.risk)}
      size="xs"
      variant="default"
      className="ls-fixed"
      aria-label={`Try this risk: ${example.name}`}
      data-track="Try this risk"
    >
      Try this risk
    </Button>
  );
}

/** Who changed expectations since the last activation: an example can be made to pass, too. */
function ChangedExamples({ changes, live }: Readonly<{ changes: Examples['changes']; live: number }>): ReactNode {
  if (changes.length === 0) return null;
  return (
    <section aria-label={`Examples changed since live v${live}`} className={`ls-sunken ls-rule ${classes.changes}`}>
      <h3 className="ls-small ls-normal ls-ink-2">Changed since live v{live}</h3>
      <ul className="ls-list">
        {changes.map(({ id, was, became, by, at }) => (
          <li key={id} className="ls-small ls-ink-2 ls-above-4 ls-break">
            <b className="ls-ink">{(became ?? was)?.name}</b> {describeExampleChange(was, became)}.{' '}
            <span className="ls-ink-3">
              {by.name}, <Time moment={at} format={formatAgo} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
