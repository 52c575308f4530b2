import { TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useRef } from 'react';
import { findPart, listInside } from './focus.ts';
import { KeyHint } from './KeyHint.tsx';
import { THIS_PAGE, useKeys } from './keys.ts';
import { isUnderLayer } from './layers.ts';
import classes from './SearchField.module.css';

type SearchFieldProps = Readonly<{
  /** Its accessible name. */
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  /** Preferred width in px. */
  width?: number;
  /**
   * The element with the results, each with one link marked `data-hit`, and whether they belong to the last typed text.
   */
  hits?: Readonly<{ panelId: string; isSettled: boolean }>;
}>;

/** Follows the link of the only hit. */
function openSingleHit(panelId: string): void {
  const [link, ...others] = listInside(findPart(panelId), '[data-hit]');
  if (others.length === 0) link?.click();
}

/**
 * `/` focuses the field from anywhere on the page, unless typing elsewhere. Enter opens the only hit, waiting for the
 * response if necessary.
 */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder = 'Search', value, onChange, width = 260, hits } = props;
  const opensOnSettle = useRef(false);
  useEffect(() => {
    if (!opensOnSettle.current || !hits?.isSettled) return;
    opensOnSettle.current = false;
    openSingleHit(hits.panelId);
  });
  const input = useRef<HTMLInputElement>(null);
  const focus = () => (isUnderLayer(input.current) ? false : input.current?.focus());
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
        opensOnSettle.current = false;
        onChange(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || hits === undefined || value.trim() === '') return;
        if (hits.isSettled) openSingleHit(hits.panelId);
        else opensOnSettle.current = true;
      }}
      leftSection={<IconSearch size={15} aria-hidden />}
      {...(value === '' && { rightSection: <KeyHint>/</KeyHint> })}
      className={classes.field}
      w={width}
      maw="100%"
    />
  );
}
