import { Textarea } from '@mantine/core';
import type { Ref } from 'react';
import { COMMENT_LIMIT } from '#domain/review/round.ts';

type ReplyFieldProps = Readonly<{
  ref?: Ref<HTMLTextAreaElement>;
  value: string;
  isMissing: boolean;
  onChange: (reply: string) => void;
}>;

/** The answer to a rejection, before a draft is submitted again as it is. */
export function ReplyField({ ref, value, isMissing, onChange }: ReplyFieldProps) {
  return (
    <Textarea
      ref={ref ?? null}
      label="Reply to the rejection"
      description="Nothing has changed since. Say why it should be approved now."
      required
      autosize
      minRows={2}
      maxRows={6}
      maxLength={COMMENT_LIMIT}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isMissing && 'Required'}
    />
  );
}
