import { TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useRef } from 'react';
import { KeyHint } from './KeyHint.tsx';
import classes from './SearchField.module.css';

type SearchFieldProps = Readonly<{
  /** Its accessible name. */
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  /** Width in px where there is room for it. */
  width?: number;
}>;

/** `/` puts the cursor here from anywhere on the page, unless one is writing elsewhere. */
export function SearchField({ label, placeholder = 'Search', value, onChange, width = 260 }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => input.current?.focus()]]);
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<IconSearch size={15} aria-hidden />}
      {...(value === '' && { rightSection: <KeyHint>/</KeyHint> })}
      className={classes.field}
      w={width}
      maw="100%"
    />
  );
}
