import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { FieldError } from '#domain/dial/check.ts';
import { readRisk, type Risk } from '#domain/evaluation/risk.ts';
import { Dialog } from '#web/kit/Dialog.tsx';

export type PasteDialogProps = Readonly<{
  /** The default if the risk has none of its own. */
  date: string;
  onClose: () => void;
  onRisk: (risk: Risk) => void;
}>;

/** Replaces the risk on the screen with pasted JSON. Errors name their path; nothing typed is lost. */
export function PasteDialog({ date, onClose, onRisk }: PasteDialogProps) {
  const [text, setText] = useState('');
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const take = () => {
    const reading = readText(text, date);
    setErrors(reading.ok ? [] : reading.errors);
    if (!reading.ok) return;
    onRisk(reading.risk);
    onClose();
  };
  return (
    <Dialog title="Paste JSON" size={560} onClose={onClose} submit="Use this risk" onSubmit={take}>
      <Textarea
        label="Risk as JSON"
        description="Replaces the current risk. Without a date, the current date stays."
        placeholder={EXAMPLE}
        autosize
        minRows={8}
        maxRows={18}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setErrors([]);
        }}
        error={errors.length > 0 && <Errors errors={errors} />}
        data-autofocus
      />
    </Dialog>
  );
}

const EXAMPLE = '{ "date": "2026-11-16", "journey": "renewal", "dimensions": { "risk_codes": ["CY"] } }';

function Errors({ errors }: Readonly<{ errors: readonly FieldError[] }>) {
  return errors.map(({ path, message }) => (
    <span key={path} className="ls-block">
      {path !== '' && <b>{path}</b>} {message}
    </span>
  ));
}

function readText(text: string, date: string) {
  const json = parse(text);
  if (json === undefined)
    return { ok: false as const, errors: [{ path: '', message: 'This is not valid JSON. Paste the complete text.' }] };
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  return readRisk(isObject && !('date' in json) ? { ...json, date } : json);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
