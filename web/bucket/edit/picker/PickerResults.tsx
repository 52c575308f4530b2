import { Checkbox } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { BucketDial, PickedDial } from '#contract/bucket.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { SearchedWords } from '#web/dial/Marked.tsx';
import { plural } from '#web/kit/plural.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { type ExistingDial, PickerRow } from './PickerRow.tsx';
import classes from './DialPicker.module.css';
import { useApiPages } from '#web/base/api/query.ts';
import { flushSync } from 'react-dom';
import { rowAfterKey } from '#web/kit/grid.ts';
import { useLatest } from '#web/kit/useLatest.ts';
import { useVirtualRows } from '#web/kit/useVirtualRows.ts';
import { useNameOption } from '#web/dial/query.ts';
import { useSearchUsage } from '#web/base/telemetry/useSearchUsage.ts';
import { findReachableRow } from '#web/kit/arrowRows.ts';

const NO_WORDS: readonly string[] = [];

type PickerResultsProps = Readonly<{
  list: RefObject<HTMLDivElement | null>;
  /** Whether the rows of this search get the focus. */
  isEntering: boolean;
  filter: PickFilter;
  /** Dials of the bucket, which cannot be added again. */
  there: ReadonlyMap<string, ExistingDial>;
  chosen: ReadonlyMap<string, unknown>;
  onSelect: (dials: readonly ListedDial[], yes: boolean) => void;
  onEveryClass: () => void;
}>;

/** A dial, and its place in the list. */
export type ListedDial = Readonly<{ dial: BucketDial; index: number }>;

export function PickerResults({ list, isEntering, filter, there, chosen, onSelect, onEveryClass }: PickerResultsProps) {
  const query = useApiPages(
    'pickDials',
    { query: { ...(filter.q !== '' && { q: filter.q }), ...(filter.cob !== undefined && { cob: filter.cob }) } },
    { placeholderData: keepPreviousData },
  );
  const { data, hasNextPage, isFetching, isPlaceholderData, isFetchNextPageError, fetchNextPage, refetch } = query;
  // A dial published between two pages can be on both: show it once.
  const dials = useMemo(() => {
    const all: readonly PickedDial[] = data?.pages.flatMap(({ items }) => items) ?? [];
    return [...new Map(all.map((dial) => [dial.dial_id, dial])).values()];
  }, [data]);
  const isCurrent = data !== undefined && !isPlaceholderData;
  useEffect(() => {
    if (isEntering && isCurrent) findReachableRow(list.current)?.focus();
  }, [isEntering, isCurrent, list]);
  useSearchUsage('Add Dials', filter.q, isCurrent ? dials.length : undefined);

  return (
    <Loaded
      query={{
        ...query,
        data: data && !isFetchNextPageError ? dials : undefined,
        refetch: () => (isFetchNextPageError ? fetchNextPage() : refetch()),
      }}
      title="Failed to fetch dial metadata"
      skeleton={6}
      className={`ls-grow ${classes.state}`}
      empty={<NoDials filter={filter} onEveryClass={onEveryClass} />}
    >
      {() => (
        <>
          <p role="status" className="ls-hidden">
            {!isPlaceholderData && `${plural(dials.length, 'dial')}${hasNextPage ? ' and more' : ''} found`}
          </p>
          <SearchedWords value={data?.pages[0]?.words ?? NO_WORDS}>
            <PickerList
              list={list}
              dials={dials}
              old={isPlaceholderData}
              ofClass={filter.cob !== undefined && !isPlaceholderData}
              there={there}
              chosen={chosen}
              onSelect={onSelect}
              hasMore={hasNextPage}
              onEnd={() => {
                if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
              }}
            />
          </SearchedWords>
        </>
      )}
    </Loaded>
  );
}

function NoDials({ filter: { q, cob }, onEveryClass }: Pick<PickerResultsProps, 'filter' | 'onEveryClass'>) {
  const cobName = cob === undefined ? undefined : (findClass(cob)?.label ?? cob);
  return (
    <p role="status" className={`ls-grow ls-break ls-ink-2 ${classes.state}`}>
      {q === '' ? 'No published dials yet' : 'No published dials match '}
      {q !== '' && <b>“{q}”</b>}
      {cobName !== undefined && ` for ${cobName}`}.{' '}
      {cobName !== undefined && (
        <button type="button" className="ls-link" onClick={onEveryClass}>
          Search every class
        </button>
      )}
    </p>
  );
}

type PickFilter = Readonly<{ q: string; cob: string | undefined }>;

const ROW_HEIGHT = 69;
const NEAR_END = 10;

type PickerListProps = Pick<PickerResultsProps, 'list' | 'there' | 'chosen' | 'onSelect'> &
  Readonly<{
    dials: readonly PickedDial[];
    /** With a class: dials for every class come last, under a heading. */
    ofClass: boolean;
    /** Rows of the previous search, kept until the response arrives. */
    old: boolean;
    /** More can be fetched below the last row. */
    hasMore: boolean;
    onEnd: () => void;
  }>;

/** One checkbox row per dial: arrow keys move, Space selects, Shift selects all from the last one on. */
function PickerList({ list, dials, old, hasMore, ofClass, there, chosen, onSelect, onEnd }: PickerListProps) {
  const nameOption = useNameOption();
  const firstForEvery = ofClass ? dials.findIndex((dial) => dial.for_every_class) : -1;
  const anchor = useRef<number>(undefined);
  const free = dials.map((dial, index) => ({ dial, index })).filter(({ dial: { dial_id } }) => !there.has(dial_id));
  const count = free.filter(({ dial }) => chosen.has(dial.dial_id)).length;
  const toggle = useLatest((index: number, isRange: boolean) => {
    const yes = !chosen.has(dials[index]?.dial_id ?? '');
    const from = isRange ? (anchor.current ?? index) : index;
    anchor.current = index;
    const [first, last] = [Math.min(from, index), Math.max(from, index)];
    onSelect(
      free.filter((one) => one.index >= first && one.index <= last),
      yes,
    );
  });
  const onToggle = useCallback((index: number, isRange: boolean) => toggle.current(index, isRange), [toggle]);
  const [current, setCurrent] = useState(0);
  const reachable = Math.min(current, dials.length - 1);
  const { rows, height, measure } = useVirtualRows({
    list,
    count: dials.length,
    keyOf: useCallback((index) => dials[index]?.dial_id ?? String(index), [dials]),
    height: ROW_HEIGHT,
    alwaysMounted: [reachable],
    overscan: 6,
  });
  const last = Math.max(...rows.map(({ index }) => index), 0);
  useEffect(() => {
    if (last >= dials.length - NEAR_END) onEnd();
  }, [last, dials.length, onEnd]);

  const move = (event: KeyboardEvent) => {
    const to = rowAfterKey(event.key, reachable, dials.length);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    flushSync(() => setCurrent(to));
    const box = findReachableRow(list.current);
    box?.closest('[data-index]')?.scrollIntoView({ block: 'nearest' });
    box?.focus({ preventScroll: true });
  };

  return (
    <>
      <Checkbox
        size="xs"
        className={`ls-fixed ls-rule-below ${classes.all}`}
        label={`Select all ${free.length} that are not in the bucket${hasMore ? ', more below' : ''}`}
        checked={count > 0 && count === free.length}
        indeterminate={count > 0 && count < free.length}
        disabled={free.length === 0}
        onChange={(event) => onSelect(free, event.currentTarget.checked)}
      />
      <div className={`ls-grow ls-scroll ${classes.list}`} data-old={old || undefined} aria-busy={old}>
        <div
          ref={list}
          role="group"
          aria-label="Published dials"
          className="ls-relative"
          style={{ height }}
          onKeyDown={move}
        >
          {rows.map(({ index, top }) => {
            const dial = dials[index];
            return (
              dial && (
                <PickerRow
                  key={dial.dial_id}
                  ref={measure}
                  dial={dial}
                  index={index}
                  top={top}
                  heading={index === firstForEvery ? 'For every class' : undefined}
                  existing={there.get(dial.dial_id)}
                  chosen={chosen.has(dial.dial_id)}
                  reachable={index === reachable}
                  nameOption={nameOption}
                  onToggle={onToggle}
                  onFocus={setCurrent}
                />
              )
            );
          })}
        </div>
      </div>
    </>
  );
}
