import { Modal } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { SearchedWords } from '#web/dial/show/Marked.tsx';
import { useFocusBack } from '#web/kit/focus.ts';
import { KeyCaps } from '#web/kit/keys/KeyCaps.tsx';
import { readStroke } from '#web/kit/keys/stroke.ts';
import { KeyHint } from '#web/kit/KeyHint.tsx';
import { plural } from '#web/kit/plural.ts';
import { useLatest } from '#web/kit/useLatest.ts';
import { useMay } from '#web/session/session.tsx';
import { arrange, arrangeEmpty, nextNarrowed, rowOn, rowsOf, stepFrom } from './arrange.ts';
import { type GroupKey, type Item } from './item.ts';
import { actionsOn, addressOfItem, type PaletteArea } from './items.ts';
import { readWords } from './match.ts';
import { Narrowing } from './Narrowing.tsx';
import { Results } from './Results.tsx';
import { useFound, withEdits, withRows } from './useFound.ts';
import { useBucketDialItems, useItems } from './useItems.ts';
import classes from './Palette.module.css';

type PaletteBodyProps = Readonly<{
  /** The pages that the person may open. */
  areas: readonly PaletteArea[];
  onClose: () => void;
  onShowKeys: () => void;
}>;

/** Finds anything, and runs global actions, over any page. */
export function Palette({ opened, ...body }: PaletteBodyProps & Readonly<{ opened: boolean }>) {
  useFocusBack(opened);
  return (
    <Modal.Root
      opened={opened}
      onClose={body.onClose}
      closeOnEscape={false}
      size={664}
      yOffset={84}
      lockScroll={false}
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{ content: classes.palette }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Find anything" radius={14}>
        <PaletteBody {...body} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** A field, its results, and the keys: the focus stays in the field. */
function PaletteBody({ areas, onClose, onShowKeys }: PaletteBodyProps) {
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [narrowed, setNarrowed] = useState<GroupKey>();
  const [chosen, setChosen] = useState<string>();
  const typed = text.trim();
  const words = readWords(typed);
  const { localItems, lasting, editors } = useItems(areas, onShowKeys);
  const { found, isSettled, isOffline } = useFound(typed, narrowed);
  const may = useMay();
  const mayViewDials = may({ scope: 'dials', action: 'view' });
  const mayViewUsers = may({ scope: 'user', action: 'view' });

  const served: GroupKey[] = [
    ...(mayViewDials ? (['dials'] as const) : []),
    ...(mayViewUsers ? (['people'] as const) : []),
  ];
  const state = { words, items: localItems, lasting, served, joined: found.joined, actionsOn };
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
  const open = () => {
    if (row === undefined) return;
    if ('item' in row) go(row.item);
    else if (row.more.key !== 'recent') narrow(row.more.key);
  };
  // Enter before the response waits for it, unless a local hit was selected.
  const isHere =
    row !== undefined && (row.id === chosen || localItems.concat(lasting).some((item) => item.id === row.id));
  const opensOnSettle = useRef(false);
  const latestOpen = useLatest(open);
  useEffect(() => {
    if (!opensOnSettle.current || !isSettled) return;
    opensOnSettle.current = false;
    latestOpen.current();
  }, [isSettled, latestOpen]);

  const keys: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    ArrowDown: () => setChosen(stepFrom(rows, row, 1)),
    ArrowUp: () => setChosen(stepFrom(rows, row, -1)),
    Tab: ({ shiftKey }) => narrow(nextNarrowed(whole.counts, narrowed, shiftKey ? -1 : 1)),
    Enter: (event) => {
      if (readStroke(event.nativeEvent)?.mod) {
        if (row !== undefined && 'item' in row && row.item.edit !== undefined) go(row.item, row.item.edit);
      } else if (isHere || isSettled) open();
      else opensOnSettle.current = true;
    },
    Escape: (event) => {
      event.stopPropagation();
      if (isEmpty) onClose();
      setText('');
      narrow(undefined);
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const stroke = readStroke(event.nativeEvent);
    const isToggle = stroke?.mod === true && stroke.key === 'k';
    const act = isToggle ? onClose : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act(event);
  };

  const optionId = (rowId: string) => `${id}-${rowId}`;
  const total = rows.filter((one) => 'item' in one).length;
  return (
    <>
      <div className={`ls-row ls-gap-10 ${classes.head}`}>
        <IconSearch size={18} aria-hidden className="ls-ink-3" />
        <input
          data-autofocus
          className={classes.field}
          role="combobox"
          aria-label="Find anything"
          aria-expanded={rows.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-describedby={`${id}-narrows`}
          {...(row !== undefined && { 'aria-activedescendant': optionId(row.id) })}
          placeholder="Find a dial, a bucket, a person or an action"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => {
            opensOnSettle.current = false;
            setText(event.currentTarget.value);
            setChosen(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        <KeyHint>Esc</KeyHint>
      </div>
      <Narrowing
        describedBy={`${id}-narrows`}
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
          id={`${id}-list`}
          optionId={optionId}
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
