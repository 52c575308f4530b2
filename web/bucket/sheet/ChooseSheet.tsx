import { Button } from '@mantine/core';
import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs';
import { useRef } from 'react';
import { bucketAddress, classLabel } from '#web/bucket/address.ts';
import { LinkButton } from '#web/frame/PageLink.tsx';
import type { FileRefusal } from './useSheetFile.ts';
import classes from './Sheet.module.css';

type ChooseSheetProps = Readonly<{
  isOver: boolean;
  /** The file that was refused, and why. */
  name: string | undefined;
  refusal: FileRefusal | undefined;
  onFile: (file: File) => void;
}>;

export function ChooseSheet({ isOver, name, refusal, onFile }: ChooseSheetProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="ls-grid ls-gap-14">
      {refusal !== undefined && <Refusal name={name} refusal={refusal} />}
      <div className={`ls-stack ls-gap-10 ls-sunken ${classes.drop}`} data-over={isOver || undefined}>
        <IconUpload size={26} stroke={1.5} className="ls-accent" aria-hidden />
        <h2 className="ls-title">Drop the sheet that came back here</h2>
        <Button variant="default" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          accept=".xlsx,.xlsm"
          aria-label="Sheet of this bucket"
          className="ls-hidden"
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            currentTarget.value = '';
            if (file) onFile(file);
          }}
        />
      </div>
      <ul className={`ls-list ls-ink-2 ls-grid ls-gap-4`}>
        <li>An Excel workbook (.xlsx) that was exported here: Export a sheet, in the menu of the bucket.</li>
        <li>It is compared with what was exported and with what others saved since. You decide where both changed.</li>
        <li>It is read in this browser. Nothing is sent before you save, and saving only makes a draft.</li>
      </ul>
    </div>
  );
}

const SENTENCES = {
  'not-exported': 'This sheet is not of this bucket. Export one, and paste into it.',
  'origin-changed':
    'The hidden sheet that says what was exported has been changed. Export a new one, and paste into it.',
} as const;

function Refusal({ name, refusal }: Readonly<{ name: string | undefined; refusal: FileRefusal }>) {
  return (
    <div role="alert" data-tone="red" className="ls-row ls-top ls-gap-10 ls-notice ls-edged">
      <IconWarning size={16} aria-hidden />
      <div className="ls-grow">
        <p className="ls-bold ls-break">{name} cannot be imported.</p>
        <p className="ls-break">{describeRefusal(refusal)}</p>
      </div>
      {refusal.kind === 'other-bucket' && <LinkButton to={bucketAddress(refusal)} label="Open that bucket" />}
    </div>
  );
}

function describeRefusal(refusal: FileRefusal): string {
  switch (refusal.kind) {
    case 'unreadable':
      return refusal.sentence;
    case 'other-bucket':
      return `This sheet is of ${classLabel(refusal.cob)}, ${refusal.partner}.`;
    case 'not-exported':
    case 'origin-changed':
      return SENTENCES[refusal.kind];
  }
}
