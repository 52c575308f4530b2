import { ActionIcon } from '@mantine/core';
import IconSwap from '@tabler/icons-react/dist/esm/icons/IconArrowsLeftRight.mjs';
import IconClose from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Dial } from '#contract/dial.ts';
import type { NameOption } from '#domain/dial/sentence.ts';
import { useApi } from '#web/api/client.tsx';
import { DialDifference } from '#web/dimension/Difference.tsx';
import { labelOfChange } from '#web/dimension/changeWords.ts';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { dialDifferenceQuery, type Pair } from './details.query.ts';
import { pairText, withPart } from './detailsAddress.ts';
import { VersionPicker } from './VersionPicker.tsx';
import classes from './Versions.module.css';

/** Goes with the link that opens the comparison, so that the focus follows the person there. */
export const OPENED = { opened: 'comparison' } as const;

export type ComparisonProps = Readonly<{ dial: Dial; pair: Pair; nameOption: NameOption }>;

/** The difference of any two versions, field by field. Which two is in the address. */
export function Comparison({ dial, pair, nameOption }: ComparisonProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { state } = useLocation() as { state: unknown };
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const show = (next: Pair | undefined) =>
    void navigate(withPart(search, 'compare', next && pairText(next)), { replace: true });

  useEffect(() => {
    if (isOpened(state)) heading.current?.focus();
  }, [state]);

  return (
    <section className={classes.comparison} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} ref={heading} tabIndex={-1} className={classes.title}>
          What changed
        </h2>
        <div className={classes.pickers}>
          <VersionPicker
            label="From"
            version={pair.from}
            taken={pair.to}
            versions={dial.versions}
            onPick={(from) => show({ ...pair, from })}
          />
          <ActionIcon
            variant="subtle"
            size={28}
            aria-label="Swap the two versions"
            onClick={() => show({ from: pair.to, to: pair.from })}
          >
            <IconSwap size={15} aria-hidden />
          </ActionIcon>
          <VersionPicker
            label="To"
            version={pair.to}
            taken={pair.from}
            versions={dial.versions}
            onPick={(to) => show({ ...pair, to })}
          />
        </div>
        <ActionIcon
          variant="subtle"
          size={28}
          className={classes.close ?? ''}
          aria-label="Close comparison"
          onClick={() => show(undefined)}
        >
          <IconClose size={15} aria-hidden />
        </ActionIcon>
      </div>
      <Changes dial={dial} pair={pair} nameOption={nameOption} />
    </section>
  );
}

function Changes({ dial, pair, nameOption }: ComparisonProps) {
  const query = useQuery({ ...dialDifferenceQuery(useApi(), dial.id, pair), placeholderData: keepPreviousData });
  const { data, error, isFetching, refetch } = query;
  if (data) {
    const { from, to, changes } = data;
    if (changes.length === 0) {
      return (
        <p className={classes.same}>
          Version {from} and version {to} say the same.
        </p>
      );
    }
    return (
      <ul className={classes.changes} aria-busy={query.isPlaceholderData} aria-label={`From v${from} to v${to}`}>
        {changes.map((change) => (
          <li key={`${change.kind} ${labelOfChange(change)}`}>
            <DialDifference change={change} nameOption={nameOption} />
          </li>
        ))}
      </ul>
    );
  }
  if (error)
    return (
      <div className={classes.padded}>
        <ErrorState
          title="An error has occurred"
          detail={error.message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </div>
    );
  return (
    <div className={classes.padded}>
      <Skeleton lines={4} />
    </div>
  );
}

function isOpened(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'opened' in state && state.opened === OPENED.opened;
}
