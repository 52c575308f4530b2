import { Button, Menu, UnstyledButton } from '@mantine/core';
import IconChevron from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import type { DialRow } from '#contract/dial.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { DIAL_SORTS, type DialSort } from '#domain/dial/list.ts';
import { grouped } from '#domain/dimension/format.ts';
import { UNUSED_LABEL } from '#domain/practice/words.ts';
import { UNUSED_DAYS } from '#domain/practice/practice.ts';
import type { ApiAnswer } from '#web/base/api/nouns.ts';
import { later } from '#web/base/page/later.tsx';
import { useApiQuery } from '#web/base/api/query.ts';
import { OfferLink, PageLink } from '#web/base/page/PageLink.tsx';
import { useFits } from '#web/base/page/useFits.ts';
import { SearchedWords } from '#web/dial/Marked.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { toggled } from '#web/kit/toggled.ts';
import { addDays, formatDay } from '#web/kit/format.ts';
import { useToday } from '#web/kit/useNow.ts';
import { DialsTable } from './DialsTable.tsx';
import { FilterChips, hasChips } from './FilterChips.tsx';
import { isNarrowed, type ListState, WHOLE_LIST, writeListState } from './listState.ts';
import { dials, showingText, TAB_LABELS } from './listText.ts';
import noResult from './NoResult.module.css';
import classes from './DialList.module.css';

const NONE_TICKED: ReadonlySet<string> = new Set();
const NO_WORDS: readonly string[] = [];

type DialPage = ApiAnswer<'listDials'>;

type DialListProps = Readonly<{
  id: string;
  query: UseInfiniteQueryResult<InfiniteData<DialPage>>;
  state: ListState;
  onChange: (part: Partial<ListState>) => void;
  /** Filters that do not fit into the row of tabs. */
  filters: ReactNode;
  showsValues: boolean;
}>;

/** A dial saved between two pages can be on both: show it once. */
function rowsOf(data: InfiniteData<DialPage> | undefined): DialRow[] {
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** Needed only once a dial is selected. */
const SelectionBar = later(async () => (await import('./SelectionBar.tsx')).SelectionBar);

/** Below the tabs: active filters, the rows or their state, and the footer. */
export function DialList({ id, query, state, onChange, filters, showsValues }: DialListProps) {
  const may = useMay();
  const mayCreate = may({ scope: 'dials', action: 'create' });
  const { data, hasNextPage, isPlaceholderData } = query;
  const rows = useMemo(() => rowsOf(data), [data]);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(NONE_TICKED);
  const selected = useMemo(() => rows.filter(({ id }) => ticked.has(id)), [rows, ticked]);
  const onTick = useCallback((dialId: string) => setTicked((before) => toggled(before, dialId)), []);
  const count = data?.pages[0]?.counts[state.tab] ?? 0;
  const more = hasNextPage && !isPlaceholderData;

  const onTag = useCallback((tag: string) => onChange({ tag }), [onChange]);
  const onSort = (sort: DialSort) => onChange({ sort });
  const foot = <ListFoot shown={rows.length} count={count} more={more} state={state} onSort={onSort} />;
  return (
    <div id={id} role="tabpanel" aria-label="Dials" className={`ls-stack ${classes.list}`}>
      {(filters !== undefined || hasChips(state)) && (
        <div className="ls-row ls-wrap ls-gap-10 ls-below-14">
          {filters}
          <FilterChips state={state} onChange={onChange} />
          {state.unused && <UnusedNote />}
        </div>
      )}
      <p role="status" className="ls-hidden">
        {data && rows.length > 0 && !isPlaceholderData && `${dials(count)} found`}
      </p>
      <SearchedWords value={data?.pages[0]?.words ?? NO_WORDS}>
        <DialsTable
          query={query}
          listed={data === undefined || isPlaceholderData ? undefined : writeListState(state).toString()}
          isOfClass={state.cob !== undefined && !isPlaceholderData}
          sorting={{ sort: state.sort, onSort }}
          mayEdit={mayCreate}
          removes={state.unused !== undefined && may({ scope: 'bucket', action: 'edit' })}
          onTag={onTag}
          showsValues={showsValues}
          selection={{ ticked, onTick }}
          empty={<NoDials state={state} mayCreate={mayCreate} onWiden={onChange} />}
          foot={
            <Suspense fallback={foot}>
              {selected.length > 0 ? (
                <SelectionBar
                  rows={selected}
                  listed={rows.length}
                  state={state}
                  onSelectAll={() => setTicked(new Set(rows.map((row) => row.id)))}
                  onClear={() => setTicked(NONE_TICKED)}
                />
              ) : (
                foot
              )}
            </Suspense>
          }
        />
      </SearchedWords>
    </div>
  );
}

/** The sort order; a search by name ranks hits in names before those in tags. */
const orderText = (sort: DialSort, { q }: ListState): string =>
  ({ name: q === '' ? 'by name' : 'by best match', saved: 'by last saved', used: 'by use' })[sort];

type ListFootProps = Readonly<{
  shown: number;
  count: number;
  more: boolean;
  state: ListState;
  onSort: (sort: DialSort) => void;
}>;

/** How much of the list is loaded, and its order. */
function ListFoot({ shown, count, more, state, onSort }: ListFootProps) {
  return (
    <div className={`ls-row ls-spread ls-gap-16 ls-small ls-ink-3 ls-rule ${classes.foot}`}>
      <div className="ls-num">
        {showingText(shown, count, more, state)},{' '}
        <Menu position="top-start">
          <Menu.Target>
            <UnstyledButton
              className={`ls-plain ls-inline ${classes.sort}`}
              aria-label={`Sorted ${orderText(state.sort, state)}`}
            >
              {orderText(state.sort, state)}
              <IconChevron size={13} aria-hidden />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {DIAL_SORTS.map((sort) => (
              <Menu.Item key={sort} onClick={() => onSort(sort)} {...(sort === state.sort && { 'aria-current': true })}>
                {orderText(sort, state).replace('by', 'By')}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      {more && <span>Scroll for more</span>}
    </div>
  );
}

type NoDialsProps = Readonly<{ state: ListState; mayCreate: boolean; onWiden: (state: ListState) => void }>;

/** Nothing to list: either there are no dials, or the search was too narrow. */
function NoDials({ state, mayCreate, onWiden }: NoDialsProps) {
  const fits = useFits();
  // Widen the search to all dials; if it was among all already, clear it.
  const wider = { ...WHOLE_LIST, sort: state.sort, q: state.q };
  const isWidest = !isNarrowed({ ...state, q: '' }) && state.tab === 'all';
  const isWhole = isWidest && state.q === '';
  const total = useApiQuery(
    'listDials',
    { query: { limit: 1 } },
    { enabled: !isWhole, select: ({ counts }) => counts.all },
  ).data;
  if (isWhole || total === 0)
    return (
      <EmptyState
        title="No dials yet"
        text="A dial says when it applies, and up to five values such as Max line. It appears here once its draft is saved."
        action={
          mayCreate && (
            <Button component={OfferLink} to="/dial" variant="default" data-track="Create Dial">
              Create Dial
            </Button>
          )
        }
      />
    );
  const all = total === undefined ? 'all' : `all ${grouped(total)}`;
  return (
    <div className={`ls-card ls-break ls-ink-2 ${noResult.none}`} role="status">
      <p>
        {state.q === '' ? 'No dials' : 'No dials match '}
        {state.q !== '' && <b>“{state.q}”</b>}
        {whereOf(state)}.{' '}
        <button
          type="button"
          className={`ls-plain ls-bold ls-accent ${noResult.way}`}
          onClick={() => onWiden(isWidest || state.q === '' ? { ...wider, q: '' } : wider)}
        >
          {isWidest || state.q === '' ? `Show ${all}` : `Search ${all}`}
        </button>
        {mayCreate && fits('/dial') && (
          <>
            {' or '}
            <PageLink to="/dial" className={`ls-plain ls-bold ls-accent ${noResult.way}`} data-track="Create Dial">
              Create Dial
            </PageLink>
          </>
        )}
      </p>
    </div>
  );
}

/** " in Ready, for Cyber Privacy & Tech, with the tag SME" */
function whereOf({ tab, cob, tag, author, unused }: ListState): string {
  const parts = [
    tab !== 'all' && `in ${TAB_LABELS[tab]}`,
    cob !== undefined && `for ${findClass(cob)?.label ?? cob}`,
    tag !== undefined && `with the tag ${tag}`,
    author !== undefined && `by ${author}`,
    unused !== undefined && `that ${UNUSED_LABEL.toLowerCase()}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : ` ${parts.join(', ')}`;
}

/** Since when engines report, and from when on the list can say something. */
function UnusedNote() {
  const today = useToday();
  const { data } = useApiQuery('getReporting', {});
  if (data === undefined || data.since === null) return null;
  const since = data.since.slice(0, 10);
  const ready = addDays(since, UNUSED_DAYS - 1);
  return (
    <span role="status" className="ls-small ls-ink-3">
      {ready > today
        ? `Engines report since ${formatDay(since)}, so this list is empty until ${formatDay(ready)}.`
        : `Live all that time in buckets that engines decided with. Engines report since ${formatDay(since)}.`}
    </span>
  );
}
