import { TextInput, Button } from '@mantine/core';
import classes from './DialPicker.module.css';
import { useThrottledValue } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useEditor } from '#web/bucket/editor.ts';
import { type ListedDial, PickerResults } from './PickerResults.tsx';
import { BUCKET_MESSAGES } from '#domain/bucket/check.ts';
import { DialogFrame } from '#web/kit/Dialog.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import { addEntries } from '#domain/bucket/edit.ts';
import { BUCKET_LIMITS } from '#domain/bucket/entry.ts';
import { ClassSelect, CLASS_OPTIONS } from '#web/rule/ClassSelect.tsx';

/** Published dials to add to the bucket. The selection is dropped on close. */
export function DialPicker(props: PickerBodyProps) {
  return (
    <DialogFrame title="Add Dials" size={740} onClose={props.onClose} isTall>
      <div className={`ls-fill ${classes.content}`}>
        <PickerBody {...props} />
      </div>
    </DialogFrame>
  );
}

/** The chosen dials, each with its place in the list where it was chosen: they are added in that order. */
type Chosen = ReadonlyMap<string, ListedDial & Readonly<{ search: string }>>;

const EVERY = '';
const OPTIONS = [{ value: EVERY, label: 'Every class' }, ...CLASS_OPTIONS];
const AT_MOST_EVERY_MS = 120;

type PickerBodyProps = Readonly<{
  onClose: () => void;
  /** The initial search, in every class. */
  initialSearch?: string;
}>;

function PickerBody({ onClose, initialSearch = '' }: PickerBodyProps) {
  const { entries, bucket, change, lookup } = useEditor();
  const [text, setText] = useState(initialSearch);
  const q = useThrottledValue(text.trim(), AT_MOST_EVERY_MS);
  const [cob, setCob] = useState<string | undefined>(initialSearch === '' ? bucket.cob : undefined);
  const [chosen, setChosen] = useState<Chosen>(new Map());
  /** The searches in which dials were chosen, in order. */
  const searches = useRef<string[]>([]);
  const list = useRef<HTMLDivElement>(null);
  const there = useMemo(
    () => new Map(entries.map((entry) => [entry.dial_id, { ...entry, loaded: lookup(entry) }])),
    [entries, lookup],
  );

  const select = (picked: readonly ListedDial[], yes: boolean) => {
    const search = `${cob} ${q}`;
    if (!searches.current.includes(search)) searches.current.push(search);
    setChosen((before) => {
      const next = new Map(before);
      for (const { dial, index } of picked)
        if (!yes) next.delete(dial.dial_id);
        else if (!next.has(dial.dial_id)) next.set(dial.dial_id, { dial, index, search });
      return next;
    });
  };
  const add = (position: number) => {
    const searchOf = ({ search }: Readonly<{ search: string }>) => searches.current.indexOf(search);
    const dials = [...chosen.values()]
      .toSorted((a, b) => searchOf(a) - searchOf(b) || a.index - b.index)
      .map(({ dial }) => dial);
    const what = agree(dials.length, `${dials[0]?.data.name}`, plural(dials.length, 'dial'));
    change(addEntries(entries, dials, position), `Added ${what}`);
    onClose();
  };
  /** The search whose rows get the focus, once they are there: those of the search before could be taken for them. */
  const [entering, setEntering] = useState<string>();
  const intoList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    setEntering(text.trim());
  };

  return (
    <>
      <div className={`ls-flex ls-gap-10 ls-fixed ls-rule-below ${classes.filters}`}>
        <TextInput
          type="search"
          aria-label="Search published dials"
          placeholder="Search by name, tag or what it says"
          leftSection={<IconSearch size={15} aria-hidden />}
          className="ls-grow"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setEntering(undefined);
          }}
          onKeyDown={intoList}
          onBlur={() => setEntering(undefined)}
          data-autofocus
        />
        <ClassSelect
          data={OPTIONS}
          value={cob ?? EVERY}
          onChange={(slug) => setCob(slug === null || slug === EVERY ? undefined : slug)}
          allowDeselect={false}
          comboboxProps={{ width: 300, position: 'bottom-end' }}
          className={`ls-fixed ${classes.class}`}
        />
      </div>
      <PickerResults
        list={list}
        isEntering={entering === q}
        filter={{ q, cob }}
        there={there}
        chosen={chosen}
        onSelect={select}
        onEveryClass={() => setCob(undefined)}
      />
      <PickerFoot chosen={chosen} onClear={() => setChosen(new Map())} onAdd={add} onCancel={onClose} />
    </>
  );
}

type PickerFootProps = Readonly<{
  chosen: Chosen;
  onClear: () => void;
  onAdd: (position: number) => void;
  onCancel: () => void;
}>;

/** The number chosen, the position, and the button. */
function PickerFoot({ chosen, onClear, onAdd, onCancel }: PickerFootProps) {
  const { entries, lookup } = useEditor();
  const [typed, setTyped] = useState('');
  const end = entries.length + 1;
  const number = typed === '' ? end : Number(typed);
  const position = number >= 1 && number <= end ? number : undefined;
  const below = position === undefined ? undefined : entries[position - 1];
  const belowName = below && lookup(below)?.data.name;
  const tooMany = entries.length + chosen.size > BUCKET_LIMITS.entries;
  return (
    <div className={`ls-row ls-fixed ls-surface ls-rule ${classes.foot}`}>
      <TextInput
        label="At position"
        inputMode="numeric"
        placeholder={String(end)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value.replaceAll(/\D/g, ''))}
        error={position === undefined ? `Please type 1 to ${end}.` : undefined}
        classNames={{ root: 'ls-row ls-relative ls-nowrap', wrapper: `${classes.input}`, error: `${classes.error}` }}
      />
      <p className="ls-grow ls-clip ls-small ls-ink-3">
        {tooMany ? (
          <span role="alert" className="ls-red">
            {BUCKET_MESSAGES.tooMany}
          </span>
        ) : (
          position !== undefined && (belowName === undefined ? 'At the end' : `Above ${belowName}`)
        )}
      </p>
      {chosen.size > 0 && (
        <button type="button" className="ls-link ls-small" onClick={onClear}>
          Clear choice
        </button>
      )}
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button
        disabled={chosen.size === 0 || position === undefined || tooMany}
        onClick={() => position !== undefined && onAdd(position)}
      >
        {chosen.size === 0 ? 'Add dials' : `Add ${plural(chosen.size, 'dial')}`}
      </Button>
    </div>
  );
}
