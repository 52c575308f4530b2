import type { Ref } from 'react';
import { ReasonField } from '#web/kit/ReasonField.tsx';

type ReplyFieldProps = Readonly<{
  ref?: Ref<HTMLTextAreaElement>;
  value: string;
  isMissing: boolean;
  onChange: (reply: string) => void;
}>;

/** The answer to a rejection, before a draft is submitted again as it is. */
export const ReplyField = (props: ReplyFieldProps) => (
  <ReasonField
    {...props}
    label="Reply to the rejection"
    description="Nothing has changed since. Say why it should be approved now."
  />
);
