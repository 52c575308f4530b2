import { bucketAddress, classLabel } from '#web/bucket/address.ts';
import { LinkButton } from '#web/frame/PageLink.tsx';
import { FileDrop, RefusedFile, useFileField } from '#web/kit/FileDrop.tsx';
import type { FileRefusal } from './useSheetFile.ts';

type ChooseSheetProps = Readonly<{
  isOver: boolean;
  /** The file that was refused, and why. */
  name: string | undefined;
  refusal: FileRefusal | undefined;
  onFile: (file: File) => void;
}>;

export function ChooseSheet({ isOver, name, refusal, onFile }: ChooseSheetProps) {
  const { ask, field } = useFileField({ label: 'Sheet of this bucket', accept: '.xlsx,.xlsm', onFile });
  return (
    <div className="ls-grid ls-gap-14">
      {refusal !== undefined && (
        <RefusedFile
          title={`${name} cannot be imported.`}
          reasons={[describeRefusal(refusal)]}
          action={
            refusal.kind === 'other-bucket' && <LinkButton to={bucketAddress(refusal)} label="Open that bucket" />
          }
        />
      )}
      {field}
      <FileDrop title="Drop the sheet that came back here" isOver={isOver} onChoose={ask}>
        <li>An Excel workbook (.xlsx) that was exported here: Export a sheet, in the menu of the bucket.</li>
        <li>It is compared with what was exported and with what others saved since. You decide where both changed.</li>
        <li>It is read in this browser. Nothing is sent before you save, and saving only makes a draft.</li>
      </FileDrop>
    </div>
  );
}

const SENTENCES = {
  'not-exported': 'This sheet is not of this bucket. Export one, and paste into it.',
  'origin-changed':
    'The hidden sheet that says what was exported has been changed. Export a new one, and paste into it.',
} as const;

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
