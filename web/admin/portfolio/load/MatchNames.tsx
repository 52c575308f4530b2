import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PortfolioColumn } from '#contract/portfolio.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { JOURNEYS } from '#domain/dial/dial.ts';
import { listFacts, type ReferenceList } from '#domain/dimension/dimension.ts';
import { matchedAgainst, type Target, targetLabel } from '#domain/portfolio/mapping/target.ts';
import { useApi } from '#web/api/client.tsx';
import { referenceQuery } from '#web/dimension/query.ts';
import { plural } from '#web/kit/plural.ts';
import classes from './Load.module.css';

type Unknown = NonNullable<PortfolioColumn['found']>['unknown'];
type MatchNamesProps = Readonly<{
  target: Target;
  unknown: Unknown;
  onMatch: (text: string, code: string) => void;
}>;

/** Enough to choose from; typing filters. */
const MAX_OPTIONS = 60;

/** The unrecognised names in a column, each with its match. */
export function MatchNames({ target, unknown, onMatch }: MatchNamesProps) {
  const options = useOptions(target);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [seen, setSeen] = useState(unknown);
  // While the rows are checked again, keep the names in place.
  const added = unknown.filter(({ text }) => !seen.some((other) => other.text === text));
  if (added.length > 0) setSeen([...seen, ...added]);
  return (
    <>
      <p className="ls-small ls-ink-3">Your matches are remembered for the next file.</p>
      <ul className={`ls-list ls-stack ls-gap-6 ls-scroll ls-above-8 ${classes.names}`}>
        {seen.map(({ text, rows }) => (
          <li key={text} className="ls-row ls-gap-12">
            <span className={`ls-clip ls-medium ${classes.unknown}`} title={text}>
              {text}
            </span>
            <span className={`ls-small ls-ink-3 ls-right ${classes.count}`}>{rows > 0 && plural(rows, 'row')}</span>
            <Select
              aria-label={`What ${text} means`}
              placeholder={`Choose from ${targetLabel(target)}`}
              data={options}
              value={chosen.get(text) ?? null}
              onChange={(code) => {
                if (code === null) return;
                setChosen(new Map(chosen).set(text, code));
                onMatch(text, code);
              }}
              searchable
              allowDeselect={false}
              limit={MAX_OPTIONS}
              nothingFoundMessage="Nothing matches"
              withScrollArea={false}
              w={280}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function useOptions(target: Target) {
  const { data } = useQuery(referenceQuery(useApi()));
  return useMemo(() => {
    const against = matchedAgainst(target);
    if (against === undefined) return [];
    if (against === 'cob') return CLASSES.map(({ slug, label }) => ({ value: slug, label }));
    if (against === 'journey') return JOURNEYS.map(({ value, label }) => ({ value: value as string, label }));
    const list = against as ReferenceList;
    const { showsCode = false } = listFacts(list);
    return (data?.[list] ?? []).map(({ code, label }) => ({
      value: code,
      label: showsCode && code !== label ? `${code} ${label}` : label,
    }));
  }, [target, data]);
}
