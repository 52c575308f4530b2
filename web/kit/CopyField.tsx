import { Button, TextInput } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { type ReactNode, useState } from 'react';
import { useFocusAtFirst } from './focus.ts';

type CopyFieldProps = Readonly<{
  label: string;
  value: string;
  /** Below the field. */
  note: ReactNode;
}>;

/** A value to copy, selected and focused when it appears. */
export function CopyField({ label, value, note }: CopyFieldProps) {
  const field = useFocusAtFirst<HTMLInputElement>();
  const [copied, setCopied] = useState<boolean>();
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <>
      <div className="ls-row ls-above-14">
        <TextInput
          ref={field}
          data-autofocus
          aria-label={label}
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          className="ls-grow"
        />
        <Button
          variant="default"
          leftSection={copied === true ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
          onClick={() => void copy()}
        >
          {copied === true ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p className="ls-small ls-ink-3 ls-above-8" role="status">
        {copied === false && 'The browser did not allow copying: it is selected, so copy it by hand. '}
        {note}
      </p>
    </>
  );
}
