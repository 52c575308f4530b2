import { SegmentedControl, Textarea } from '@mantine/core';
import type { FlagSetting } from '#domain/flag/flag.ts';
import type { Flag } from '#web/admin/query.ts';
import { FailureNote } from '#web/base/page/FetchError.tsx';
import type { Failure } from '#web/base/page/useChange.ts';
import { Card } from '#web/kit/Card.tsx';
import { formatMoment } from '#web/kit/format.ts';
import { useNow } from '#web/kit/useNow.ts';
import classes from './Flags.module.css';

/** A flag being edited: addresses separated by commas, spaces or lines. */
export type FlagDraft = Readonly<{ state: FlagSetting['state']; emails: string }>;

export const draftOf = ({ state, emails }: Flag): FlagDraft => ({ state, emails: emails.join(', ') });

export const bodyOf = ({ state, emails }: FlagDraft) => ({
  state,
  emails: state === 'by-email' ? emails.split(/[\s,;]+/).filter(Boolean) : [],
});

export const isChanged = (flag: Flag, draft: FlagDraft): boolean =>
  JSON.stringify(bodyOf(draft)) !== JSON.stringify(bodyOf(draftOf(flag)));

const STATES = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
  { value: 'by-email', label: 'By e-mail' },
] as const satisfies readonly { value: FlagSetting['state']; label: string }[];

type FlagCardProps = Readonly<{
  flag: Flag;
  draft: FlagDraft;
  editable: boolean;
  failure: Failure | undefined;
  onChange: (draft: FlagDraft) => void;
}>;

export function FlagCard({ flag, draft, editable, failure, onChange }: FlagCardProps) {
  const now = useNow();
  const { key, description, changed_at, changed_by } = flag;
  const changed =
    changed_at && `Changed ${formatMoment(new Date(changed_at), now)} by ${changed_by?.name ?? 'the system'}`;
  const error = failure?.field('emails');
  return (
    <Card title={key} aside={changed ?? 'Never changed'}>
      <p className="ls-ink-2">{description}</p>
      <div className={`ls-row ls-top ls-wrap ls-gap-16 ${classes.setting}`}>
        <SegmentedControl
          aria-label={key}
          data={[...STATES]}
          value={draft.state}
          readOnly={!editable}
          onChange={(state) => onChange({ ...draft, state })}
        />
        {draft.state === 'by-email' && (
          <Textarea
            aria-label={`${key}: on for these e-mails`}
            placeholder="name@example.com, other@example.com"
            description="Off for everyone else."
            inputWrapperOrder={['input', 'description', 'error']}
            autosize
            minRows={1}
            maxRows={6}
            value={draft.emails}
            readOnly={!editable}
            error={error}
            onChange={(event) => onChange({ ...draft, emails: event.currentTarget.value })}
            className={`ls-grow ${classes.emails}`}
          />
        )}
      </div>
      {failure !== undefined && error === undefined && (
        <div className="ls-above-12">
          <FailureNote failure={failure} />
        </div>
      )}
    </Card>
  );
}
