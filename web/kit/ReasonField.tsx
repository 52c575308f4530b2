import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { COMMENT_LIMIT } from '#domain/review/round.ts';

type ReasonFieldProps = Readonly<{
  label?: string;
  description?: ReactNode;
  value: string;
  onChange: (reason: string) => void;
  required?: boolean;
  error?: string | undefined;
  maxLength?: number;
  className?: string;
  /** Whether a dialog that opens focuses it. */
  isFirst?: boolean;
}>;

/** Why somebody does something, in a few lines. */
export function ReasonField(props: ReasonFieldProps) {
  const { label = 'Reason', required = true, maxLength = COMMENT_LIMIT, isFirst = false, onChange, ...rest } = props;
  return (
    <Textarea
      {...rest}
      label={label}
      required={required}
      autosize
      minRows={2}
      maxRows={6}
      maxLength={maxLength}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(isFirst && { 'data-autofocus': true })}
    />
  );
}

/** A reason in a question that may be left empty. */
export const OptionalReason = (props: Pick<ReasonFieldProps, 'label' | 'value' | 'onChange'>) => (
  <ReasonField label="Reason (optional)" className="ls-above-12" required={false} maxLength={500} {...props} />
);
