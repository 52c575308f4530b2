import { TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useRef } from 'react';
import { KeyHint } from './KeyHint.tsx';
import { THIS_PAGE, useKeys } from './keys/keys.ts';
import classes from './SearchField.module.css';

type SearchFieldProps = Readonly<{
  /** Its accessible name. */
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  /** Width in px where there is room for it. */
  width?: number;
  /** Where what is found stands, each with one link marked `data-hit`, and whether it is what was typed last. */
  hits?: Readonly<{ panelId: string; isSettled: boolean }>;
}>;

/** Follows the link of the only hit. */
function openSingleHit(panelId: string): void {
  const [link, ...others] = document.getElementById(panelId)?.querySelectorAll<HTMLElement>('[data-hit]') ?? [];
  if (others.length === 0) link?.click();
}

/** Whoever presses a key in a dialog means a field of that dialog, not one below it. */
const isOver = (target: EventTarget | null, field: Element | null): boolean =>
  target instanceof Element && target.closest(LAYER)?.contains(field) === false;
const LAYER = '[role="dialog"]';

/**
 * `/` puts the cursor here from anywhere on the page, unless one is writing elsewhere. Enter opens the hit, where there
 * is only one; before the answer is here, it waits for it.
 */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder = 'Search', value, onChange, width = 260, hits } = props;
  const asked = useRef(false);
  useEffect(() => {
    if (!asked.current || !hits?.isSettled) return;
    asked.current = false;
    openSingleHit(hits.panelId);
  });
  const input = useRef<HTMLInputElement>(null);
  const focus = ({ target }: KeyboardEvent) => (isOver(target, input.current) ? false : input.current?.focus());
  useKeys(THIS_PAGE, [{ keys: '/', does: 'Search', run: focus, inDialogs: true }]);
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={placeholder}
      value={value}
      onChange={(event) => {
        asked.current = false;
        onChange(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || hits === undefined || value.trim() === '') return;
        if (hits.isSettled) openSingleHit(hits.panelId);
        else asked.current = true;
      }}
      leftSection={<IconSearch size={15} aria-hidden />}
      {...(value === '' && { rightSection: <KeyHint>/</KeyHint> })}
      className={classes.field}
      w={width}
      maw="100%"
    />
  );
}
