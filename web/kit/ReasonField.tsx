import { Textarea } from '@mantine/core';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { COMMENT_LIMIT } from '#domain/review/round.ts';

type ReasonFieldProps = Readonly<{
  ref?: Ref<HTMLTextAreaElement>;
  label?: string;
  description?: ReactNode;
  value: string;
  onChange: (reason: string) => void;
  required?: boolean;
  /** Whether it is required, and was left empty. */
  isMissing?: boolean;
  error?: string | undefined;
  maxLength?: number;
  className?: string;
  /** Whether a dialog that opens focuses it. */
  isFirst?: boolean;
}>;

/** Why somebody does something, in a few lines. */
export function ReasonField(props: ReasonFieldProps) {
  const { ref, label = 'Reason', required = true, maxLength = COMMENT_LIMIT, onChange } = props;
  const { isMissing = false, isFirst = false, error, ...rest } = props;
  return (
    <Textarea
      ref={ref ?? null}
      label={label}
      description={rest.description}
      className={rest.className ?? ''}
      required={required}
      autosize
      minRows={2}
      maxRows={6}
      maxLength={maxLength}
      value={rest.value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isMissing ? 'Required' : error}
      {...(isFirst && { 'data-autofocus': true })}
    />
  );
}

/** A reason in a question that may be left empty. */
export const OptionalReason = (props: Pick<ReasonFieldProps, 'label' | 'value' | 'onChange'>) => (
  <ReasonField label="Reason (optional)" className="ls-above-12" required={false} maxLength={500} {...props} />
);

/** A required reason: `check` is false if it is missing, which the field then says with the focus. */
export function useReason() {
  const ref = useRef<HTMLTextAreaElement>(null);
  const [value, setValue] = useState('');
  const [tried, setTried] = useState(false);
  const reason = value.trim();
  const check = () => {
    setTried(true);
    if (reason === '') ref.current?.focus();
    return reason !== '';
  };
  return { reason, check, field: { ref, value, onChange: setValue, isMissing: tried && reason === '' } };
}
