import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, SegmentedControl, Switch, Textarea } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useState } from 'react';
import type { Flag } from '#web/admin/query.ts';
import { FailureNote } from '#web/frame/FetchError.tsx';
import type { Failure } from '#web/frame/useChange.ts';
import { Card } from '#web/kit/Card.tsx';
import { formatMoment } from '#web/kit/format.ts';
import classes from './Flags.module.css';

type FlagCardProps = Readonly<{
  flag: Flag;
  draft: FlagDraft;
  editable: boolean;
  failure: Failure | undefined;
  onChange: (draft: FlagDraft) => void;
}>;

const onOff = (value: boolean): string => (value ? 'on' : 'off');

export function FlagCard({ flag, draft, editable, failure, onChange }: FlagCardProps) {
  const [now] = useState(() => new Date());
  const { key, description, fallback, other_targeting, changed_at, changed_by } = flag;
  const changed =
    changed_at && `Changed ${formatMoment(new Date(changed_at), now)} by ${changed_by?.name ?? 'the system'}`;
  const onFields = failure?.field('rules') !== undefined;
  return (
    <Card title={key} aside={changed ?? 'Never changed'}>
      <p className="ls-ink-2">{description}</p>
      <div className={`ls-row ls-top ls-wrap ${classes.switches}`}>
        <Switch
          label="On for everyone"
          description={draft.rules.length > 0 ? 'Except for the people named below.' : 'For whoever signs in.'}
          checked={draft.value}
          classNames={{ track: classes.track ?? '' }}
          disabled={!editable}
          aria-label={`${key}: on for everyone`}
          onChange={(event) => onChange({ ...draft, value: event.currentTarget.checked })}
        />
        <Switch
          label="Switched here"
          description={`Without it everyone gets what is built in: ${onOff(fallback)}.`}
          checked={draft.enabled}
          classNames={{ track: classes.track ?? '' }}
          disabled={!editable}
          aria-label={`${key}: switched here`}
          onChange={(event) => onChange({ ...draft, enabled: event.currentTarget.checked })}
        />
      </div>
      {draft.rules.map((rule, index) => (
        <FlagRule
          key={rule.id}
          rule={rule}
          name={`${key}, rule ${index + 1}`}
          editable={editable}
          error={failure?.field(`rules.${index}`)}
          onChange={(part) => onChange(changeRule(draft, rule.id, part))}
          onRemove={() => onChange(removeRule(draft, rule.id))}
        />
      ))}
      {other_targeting !== null && (
        <div className={`ls-ink-2 ls-below-12 ${classes.other}`}>
          <p>
            Its targeting was written elsewhere and says more than rules by e-mail. It is kept until rules are added
            here, which take its place.
          </p>
          <pre className="ls-small ls-sunken">{other_targeting}</pre>
        </div>
      )}
      {editable && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={`Add rule to ${key}`}
          onClick={() => onChange(addRule(draft))}
        >
          Add rule
        </Button>
      )}
      {failure !== undefined && !onFields && (
        <div className="ls-above-12">
          <FailureNote failure={failure} />
        </div>
      )}
    </Card>
  );
}

type FlagRuleProps = Readonly<{
  rule: DraftRule;
  /** For screen readers: which rule of which flag. */
  name: string;
  editable: boolean;
  error: string | undefined;
  onChange: (part: Partial<DraftRule>) => void;
  onRemove: () => void;
}>;

const VALUES = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
];

function FlagRule({ rule, name, editable, error, onChange, onRemove }: FlagRuleProps) {
  return (
    <div className="ls-row ls-top ls-gap-10 ls-below-12">
      <Textarea
        label="For these e-mails"
        aria-label={`${name}: for these e-mails`}
        placeholder="name@example.com, other@example.com"
        autosize
        minRows={1}
        maxRows={6}
        value={rule.emails}
        readOnly={!editable}
        error={error}
        onChange={(event) => onChange({ emails: event.currentTarget.value })}
        className={`ls-grow ${classes.emails}`}
      />
      <SegmentedControl
        aria-label={`${name}: value`}
        data={VALUES}
        value={rule.value ? 'on' : 'off'}
        readOnly={!editable}
        onChange={(value) => onChange({ value: value === 'on' })}
        className={`ls-fixed ${classes.value}`}
      />
      {editable && (
        <Button
          variant="subtle"
          color="slate"
          aria-label={`${name}: remove`}
          onClick={onRemove}
          className={`ls-fixed ${classes.value}`}
        >
          Remove
        </Button>
      )}
    </div>
  );
}

/** A rule being edited: addresses separated by commas, spaces or lines. */
type DraftRule = Readonly<{ id: number; emails: string; value: boolean }>;
export type FlagDraft = Readonly<{ enabled: boolean; value: boolean; rules: readonly DraftRule[] }>;

export const draftOf = ({ enabled, value, rules }: Flag): FlagDraft => ({
  enabled,
  value,
  rules: rules.map((rule, id) => ({ id, emails: rule.emails.join(', '), value: rule.value })),
});

export const bodyOf = ({ enabled, value, rules }: FlagDraft) => ({
  enabled,
  value,
  rules: rules.map((rule) => ({ emails: addressesIn(rule.emails), value: rule.value })),
});

const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

export const isChanged = (flag: Flag, draft: FlagDraft): boolean =>
  JSON.stringify(bodyOf(draft)) !== JSON.stringify(bodyOf(draftOf(flag)));

const addRule = (draft: FlagDraft): FlagDraft => ({
  ...draft,
  rules: [
    ...draft.rules,
    { id: Math.max(-1, ...draft.rules.map(({ id }) => id)) + 1, emails: '', value: !draft.value },
  ],
});

const changeRule = (draft: FlagDraft, id: number, part: Partial<DraftRule>): FlagDraft => ({
  ...draft,
  rules: draft.rules.map((rule) => (rule.id === id ? { ...rule, ...part } : rule)),
});

const removeRule = (draft: FlagDraft, id: number): FlagDraft => ({
  ...draft,
  rules: draft.rules.filter((rule) => rule.id !== id),
});
