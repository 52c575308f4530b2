import type { RefObject } from 'react';

type FileInputProps = Readonly<{
  /** Its `click` opens the browser's dialog. */
  input: RefObject<HTMLInputElement | null>;
  label: string;
  accept: string;
  onFile: (file: File) => void;
}>;

/** A hidden field for a file, opened by a button or a menu. The same file can be chosen twice. */
export function FileInput({ input, label, accept, onFile }: FileInputProps) {
  return (
    <input
      ref={input}
      type="file"
      accept={accept}
      aria-label={label}
      className="ls-hidden"
      tabIndex={-1}
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        currentTarget.value = '';
        if (file) onFile(file);
      }}
    />
  );
}
