import '@mantine/core/styles/Combobox.layer.css';
import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { BucketDial } from '#contract/bucket.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { addPicked } from './picked.ts';
import { PickerFoot } from './PickerFoot.tsx';
import { PickerResults } from './PickerResults.tsx';
import classes from './DialPicker.module.css';

const EVERY = '';
const OPTIONS = [{ value: EVERY, label: 'Every class' }, ...CLASSES.map(({ slug, label }) => ({ value: slug, label }))];
const TYPING_MS = 120;

export function PickerBody({ onClose }: Readonly<{ onClose: () => void }>) {
  const { entries, bucket, change } = useEditor();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), TYPING_MS);
  const [cob, setCob] = useState<string | undefined>(bucket.cob);
  const [chosen, setChosen] = useState<ReadonlyMap<string, BucketDial>>(new Map());
  const list = useRef<HTMLDivElement>(null);
  const there = useMemo(() => new Set(entries.map(({ dial_id }) => dial_id)), [entries]);

  const toggle = (dial: BucketDial) =>
    setChosen((before) => {
      const next = new Map(before);
      if (!next.delete(dial.dial_id)) next.set(dial.dial_id, dial);
      return next;
    });
  const add = (position: number) => {
    const dials = [...chosen.values()];
    const { next, what } = addPicked(entries, dials, position, dials[0]?.data.name ?? '');
    change(next, what);
    onClose();
  };
  const intoList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.current?.querySelector<HTMLInputElement>('input[tabindex="0"]')?.focus();
  };

  return (
    <>
      <div className={`ls-gap-10 ls-fixed ls-rule-below ${classes.filters}`}>
        <TextInput
          type="search"
          aria-label="Search published dials"
          placeholder="Search by name, tag or what it says"
          leftSection={<IconSearch size={15} aria-hidden />}
          className={classes.search ?? ''}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={intoList}
          data-autofocus
        />
        <Select
          aria-label="Class of business"
          data={OPTIONS}
          value={cob ?? EVERY}
          onChange={(slug) => setCob(slug === null || slug === EVERY ? undefined : slug)}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No class is called that"
          maxDropdownHeight={280}
          withScrollArea={false}
          comboboxProps={{ width: 300, position: 'bottom-end' }}
          className={`ls-fixed ${classes.class}`}
        />
      </div>
      <PickerResults
        list={list}
        filter={{ q, cob }}
        there={there}
        chosen={chosen}
        onToggle={toggle}
        onEveryClass={() => setCob(undefined)}
      />
      <PickerFoot chosen={chosen} onClear={() => setChosen(new Map())} onAdd={add} onCancel={onClose} />
    </>
  );
}
