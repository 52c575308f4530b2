import { Button } from '@mantine/core';
import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs';
import { type ReactNode, useCallback, useRef } from 'react';
import classes from './FileDrop.module.css';

type FileField = Readonly<{
  label: string;
  accept: string;
  onFile: (file: File) => void;
}>;

/** Returns a hidden field for a file, and the function that opens the dialog of the browser. The same file can be chosen twice. */
export function useFileField({ label, accept, onFile }: FileField): Readonly<{ ask: () => void; field: ReactNode }> {
  const input = useRef<HTMLInputElement>(null);
  const ask = useCallback(() => input.current?.click(), []);
  const field = (
    <input
      ref={input}
      type="file"
      accept={accept}
      aria-label={label}
      className="ls-hidden"
      tabIndex={-1}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        currentTarget.value = '';
        if (file) onFile(file);
      }}
    />
  );
  return { ask, field };
}

type FileDropProps = Readonly<{
  title: string;
  /** Whether a file is over the page: `useFileDrop`. */
  isOver: boolean;
  onChoose: () => void;
  /** Items of a list: what such a file holds, and what becomes of it. */
  children: ReactNode;
}>;

/** Where a file is dropped or chosen. */
export function FileDrop({ title, isOver, onChoose, children }: FileDropProps) {
  return (
    <div className="ls-fixed">
      <div className={`ls-stack ls-gap-10 ls-sunken ${classes.area}`} data-over={isOver || undefined}>
        <IconUpload size={26} stroke={1.5} className="ls-accent" aria-hidden />
        <h2 className="ls-title">{title}</h2>
        <Button variant="default" onClick={onChoose} data-autofocus>
          Choose a file
        </Button>
      </div>
      <ul className="ls-ink-2 ls-help">{children}</ul>
    </div>
  );
}

type RefusedFileProps = Readonly<{
  /** "dials.csv cannot be imported." */
  title: string;
  /** One sentence, or several. */
  reasons: readonly string[];
  /** At the right. */
  action?: ReactNode;
  className?: string | undefined;
}>;

/** Says why a file was refused. */
export function RefusedFile({ title, reasons, action, className = '' }: RefusedFileProps) {
  const [reason, ...others] = reasons;
  return (
    <div role="alert" data-tone="red" className={`ls-row ls-top ls-gap-10 ls-notice ls-edged ${className}`}>
      <IconWarning size={16} aria-hidden className="ls-fixed ls-above-2" />
      <div className="ls-grow ls-break">
        <p className="ls-bold">{title}</p>
        {others.length === 0 ? (
          <p>{reason}</p>
        ) : (
          <ul className="ls-list ls-above-2">
            {reasons.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
      </div>
      {action}
    </div>
  );
}
