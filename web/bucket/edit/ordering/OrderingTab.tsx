import { useId, useRef } from 'react';
import { useEditor } from '#web/bucket/editor.ts';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { ScopeSwitch } from '#web/bucket/ScopeSwitch.tsx';
import { OrderingList } from './OrderingList.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useOrdering } from './useOrdering.ts';
import classes from './OrderingTab.module.css';
import { KeyHint } from '#web/kit/KeyHint.tsx';
import { type KeyLine, useKeys } from '#web/kit/keys.ts';

/** The dials in evaluation order: moved by drag and by key, compared, removed. */
export function OrderingTab() {
  const { entries, search, shown, undoable } = useEditor();
  const panel = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const keysId = useId();
  const ordering = useOrdering(list);
  const { removed, region, actions, lift, selected } = ordering;
  const base = selected.size > 0 ? SELECTED_KEYS : KEYS;
  const keys = lift !== undefined ? LIFTED_KEYS : search === '' ? base : base.filter(({ does }) => does !== 'lift');
  useKeys('Dial Ordering', keys);
  return (
    <div ref={panel} className={`ls-stack ls-relative ${classes.panel}`}>
      <div ref={region} role="status" aria-live="assertive" className="ls-hidden" />
      {search !== '' && entries.length > 0 && (
        <p className="ls-mid ls-ink-2 ls-below-12">
          {shown.length === 0 ? `No dials in this bucket match “${search}”.` : `${shown.length} of ${entries.length}.`}{' '}
          Dragging is off while a search filters the list: clear it to change the order.
        </p>
      )}
      {entries.length === 0 && (
        <EmptyState
          title="No dials in this bucket"
          text="Add Dials brings in published ones. They are read from the top; the first that matches and sets a value decides."
        />
      )}
      {shown.length > 0 && <OrderingList panel={panel} list={list} ordering={ordering} keysId={keysId} />}
      <div className={`ls-row ls-wrap ls-small ls-ink-3 ${classes.foot}`}>
        {selected.size > 0 && <SelectionBar selected={selected} actions={actions} />}
        {removed !== undefined && removed.what === undoable && (
          <p className="ls-ink-2">
            {removed.what}.{' '}
            <button type="button" className="ls-link" onClick={actions.undoRemove}>
              Undo
            </button>
          </p>
        )}
        <p id={keysId} className={`ls-flex ls-wrap ls-gap-12 ${classes.keys}`}>
          {keys.map((key) => (
            <span key={key.does}>
              <KeyHint>{key.keys}</KeyHint> {key.does}
            </span>
          ))}
        </p>
        {entries.length > 0 && (
          <div className="ls-push">
            <ScopeSwitch />
          </div>
        )}
      </div>
    </div>
  );
}

/** Handled by the rows, in `useOrdering`. */
const LIFTED_KEYS: readonly KeyLine[] = [
  { keys: '↑↓', does: 'move' },
  { keys: 'Space', does: 'drop' },
  { keys: 'Esc', does: 'cancel' },
];

const KEYS: readonly KeyLine[] = [
  { keys: '↑↓', does: 'go' },
  { keys: 'Space', does: 'lift' },
  { keys: 'C', does: 'compare' },
  { keys: 'Del', does: 'remove' },
  { keys: 'Enter', does: 'actions' },
  { keys: 'Shift ↑↓', does: 'select' },
];

const SELECTED_KEYS: readonly KeyLine[] = [
  { keys: 'Shift ↑↓', does: 'select' },
  { keys: 'Ctrl Space', does: 'toggle' },
  { keys: 'Space', does: 'lift' },
  { keys: 'Del', does: 'remove' },
  { keys: 'Esc', does: 'clear' },
];
