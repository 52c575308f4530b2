import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, SegmentedControl, Textarea } from '@mantine/core';
import type { DraftRule } from './flagDraft.ts';
import classes from './Flags.module.css';

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

export function FlagRule({ rule, name, editable, error, onChange, onRemove }: FlagRuleProps) {
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
        className={classes.emails ?? ''}
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
