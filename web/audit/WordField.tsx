import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

type WordFieldProps = Readonly<{
  label: string;
  placeholder: string;
  value: string | undefined;
  onChange: (word: string | undefined) => void;
}>;

/** A word to filter by. It is asked for with Enter, or when the field is left. */
export function WordField({ label, placeholder, value, onChange }: WordFieldProps) {
  const [text, setText] = useState(value ?? '');
  const [last, setLast] = useState(value);
  // Back, forward and a clearing bring another one along.
  if (last !== value) {
    setLast(value);
    setText(value ?? '');
  }
  const ask = () => {
    const word = text.trim() === '' ? undefined : text.trim();
    if (word !== value) onChange(word);
  };
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={ask}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && ask()}
      autoComplete="off"
      spellCheck={false}
      maxLength={300}
    />
  );
}
