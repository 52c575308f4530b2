import { type KeyboardEvent, useEffect, useImperativeHandle, useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { SearchedWords } from '#web/dial/Marked.tsx';
import { KeyCaps } from '#web/kit/KeyCaps.tsx';
import { plural } from '#web/kit/plural.ts';
import { useFits } from '#web/base/page/useFits.ts';
import { useLatest } from '#web/kit/useLatest.ts';
import { useMay } from '#web/base/session/session.tsx';
import { arrange, arrangeEmpty, nextNarrowed, rowOn, rowsOf, stepFrom } from './arrange.ts';
import {
  type EnterAct,
  isPaletteKey,
  narrowsIdOf,
  type PaletteKey,
  type PaletteResultsProps,
  readEnter,
} from './field.ts';
import { type GroupKey, type Item } from './item.ts';
import { actionsOn, addressOfItem } from './items.ts';
import { readWords } from './match.ts';
import { Narrowing } from './Narrowing.tsx';
import { Results } from './Results.tsx';
import { useFound, withEdits, withRows } from './useFound.ts';
import { useBucketDialItems, useItems } from './useItems.ts';
import classes from './Palette.module.css';

/** What the text of the palette finds, and the keys that move in it. The focus stays in the field. */
export function PaletteResults(props: PaletteResultsProps) {
  const { areas, onClose, onShowKeys, text, onTextChange, id } = props;
  const { pending, onPendingChange, onOption, ref } = props;
  const navigate = useNavigate();
  const [narrowed, setNarrowed] = useState<GroupKey>();
  const [choice, setChoice] = useState<Readonly<{ row: string | undefined; text: string }>>();
  // Another text selects its own first hit.
  const chosen = choice?.text === text ? choice.row : undefined;
  const setChosen = (row: string | undefined) => setChoice({ row, text });
  const typed = text.trim();
  const words = readWords(typed);
  const { localItems, lasting, editors, isLoaded } = useItems(areas, onShowKeys);
  const { found, isSettled: isFound, isOffline } = useFound(typed, narrowed);
  const isSettled = isFound && isLoaded;
  const may = useMay();
  const fits = useFits();
  const mayViewDials = may({ scope: 'dials', action: 'view' });
  const mayViewUsers = may({ scope: 'user', action: 'view' });

  const served: GroupKey[] = [
    ...(mayViewDials ? (['dials'] as const) : []),
    ...(mayViewUsers ? (['people'] as const) : []),
  ];
  const offersOn = (item: Item) => actionsOn(item).filter(({ to }) => fits(to));
  const state = { words, items: localItems, lasting, served, joined: found.joined, actionsOn: offersOn };
  const isEmpty = typed === '' && narrowed === undefined;
  const { first } = typed === '' ? NO_HIT : arrange({ ...state, narrowed: undefined });
  const bucketDials = useBucketDialItems(mayViewDials ? addressOfItem(first) : undefined);
  const whole = typed === '' ? arrangeEmpty(state) : arrange({ ...state, bucketDials, narrowed: undefined });
  const shown = narrowed === undefined ? whole : arrange({ ...state, bucketDials, narrowed });
  const isNothing = !isEmpty && isSettled && shown.first === undefined;
  const searchAll = isNothing && typed !== '' && mayViewDials ? [searchAllDials(typed)] : [];
  const rows = [...searchAll.map((item) => ({ id: item.id, item })), ...rowsOf(shown, narrowed)];
  const row = rowOn(rows, chosen, searchAll[0]?.id ?? shown.first);
  const groups = shown.groups.map((group) => ({
    ...group,
    items: withEdits(withRows(group.items, found.buckets), editors),
  }));

  const narrow = (group: GroupKey | undefined) => {
    setNarrowed(group);
    setChosen(undefined);
  };
  const go = (item: Item, to = item.to) => {
    onClose();
    if (item.run) item.run();
    else void navigate(to);
  };
  const act = (how: EnterAct) => {
    if (row === undefined) return;
    if ('item' in row) {
      if (how === 'open') go(row.item);
      else if (row.item.edit !== undefined) go(row.item, row.item.edit);
    } else if (how === 'open' && row.more.key !== 'recent') narrow(row.more.key);
  };
  // Enter waits for what may still become the first hit, unless a hit of the browser's own is selected.
  const isHere =
    isLoaded &&
    row !== undefined &&
    (row.id === chosen || localItems.concat(lasting).some((item) => item.id === row.id));
  const isReady = isHere || isSettled;
  const latestAct = useLatest(act);
  useEffect(() => {
    if (pending === undefined || !isReady) return;
    onPendingChange(undefined);
    latestAct.current(pending);
  }, [isReady, latestAct, pending, onPendingChange]);

  const keys: Readonly<Record<PaletteKey, (event: KeyboardEvent) => void>> = {
    ArrowDown: () => setChosen(stepFrom(rows, row, 1)),
    ArrowUp: () => setChosen(stepFrom(rows, row, -1)),
    Tab: ({ shiftKey }) => narrow(nextNarrowed(whole.counts, narrowed, shiftKey ? -1 : 1)),
    Enter: (event) => {
      const how = readEnter(event);
      if (isReady) act(how);
      else onPendingChange(how);
    },
    Escape: () => {
      if (isEmpty) onClose();
      onTextChange('');
      narrow(undefined);
    },
  };
  const handle = useLatest((event: KeyboardEvent) => isPaletteKey(event.key) && keys[event.key](event));
  useImperativeHandle(ref, () => (event) => void handle.current(event), [handle]);
  const onId = row === undefined ? undefined : optionIdOf(id, row.id);
  useLayoutEffect(() => onOption(onId), [onOption, onId]);

  const total = rows.filter((one) => 'item' in one).length;
  return (
    <>
      <Narrowing
        describedBy={narrowsIdOf(id)}
        counts={whole.counts}
        isCounted={typed !== ''}
        narrowed={narrowed}
        onNarrow={narrow}
      />
      <p role="status" className="ls-hidden">
        {!isEmpty && isSettled && plural(total, 'result')}
      </p>
      {isOffline && (
        <p role="alert" className={`ls-small ls-ink-2 ${classes.message}`}>
          The server cannot be reached. Recent items and actions still work.
        </p>
      )}
      {isNothing && typed !== '' && (
        <p className={`ls-ink-2 ls-break ${classes.message}`}>
          Nothing matches <b>“{typed}”</b>.
        </p>
      )}
      <SearchedWords value={[...words, ...found.words]}>
        <Results
          id={id}
          optionId={(rowId) => optionIdOf(id, rowId)}
          before={searchAll}
          groups={groups}
          isCounted={typed !== ''}
          narrowed={narrowed}
          on={row?.id}
          onPoint={setChosen}
          onOpen={go}
          onNarrow={narrow}
        />
      </SearchedWords>
      <PaletteFoot isEmpty={isEmpty} mayEdit={row !== undefined && 'item' in row && row.item.edit !== undefined} />
    </>
  );
}

const optionIdOf = (id: string, rowId: string): string => `${id}-${rowId}`;

const NO_HIT = { first: undefined };

const searchAllDials = (typed: string): Item => ({
  id: 'search',
  group: 'dials',
  text: 'Search all dials',
  to: `/dials?${new URLSearchParams({ q: typed }).toString()}`,
  icon: 'dial',
});

/** The keys, and before anything is typed an example. */
function PaletteFoot({ isEmpty, mayEdit }: Readonly<{ isEmpty: boolean; mayEdit: boolean }>) {
  const keys = [
    { keys: '↑ ↓', does: 'move' },
    { keys: 'Enter', does: 'open' },
    ...(mayEdit ? [{ keys: 'mod+Enter', does: 'edit' }] : []),
  ];
  return (
    <div className={`ls-row ls-wrap ls-gap-16 ls-small ls-ink-2 ls-sunken ls-rule ${classes.foot}`}>
      {keys.map((key) => (
        <span key={key.does} className="ls-inline">
          <KeyCaps keys={key.keys} /> {key.does}
        </span>
      ))}
      {isEmpty && <span>Try “9101 cyber”, “v6 excess” or a name</span>}
      <span className="ls-inline ls-push">
        <KeyCaps keys="mod+K" /> anywhere
      </span>
    </div>
  );
}
