import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Button, Switch } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useState } from 'react';
import type { Flag } from '#web/admin/query.ts';
import { FailureNote } from '#web/frame/FailureNote.tsx';
import type { Failure } from '#web/frame/useChange.ts';
import { Card } from '#web/kit/Card.tsx';
import { formatMoment } from '#web/kit/format.ts';
import { addRule, changeRule, type FlagDraft, removeRule } from './flagDraft.ts';
import { FlagRule } from './FlagRule.tsx';
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
      <div className={`ls-wrap ${classes.switches}`}>
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
          <pre>{other_targeting}</pre>
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
