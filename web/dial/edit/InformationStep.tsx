import { TagsInput, Textarea, TextInput } from '@mantine/core';
import { JOURNEYS, LIMITS } from '#domain/dial/dial.ts';
import { useDialWords } from '#web/dial/query.ts';
import { Card } from '#web/kit/Card.tsx';
import { DayField as DayInput } from '#web/kit/DayField.tsx';
import { ChoiceGroup } from '#web/rule/ChoiceGroup.tsx';
import { useDraft, useEditor, useField, useRevealed, useTextField } from './editor.ts';
import classes from './InformationStep.module.css';

/** Name, active window, and the reason for this version. */
export function InformationStep() {
  const version = useDraft(({ base }) => base?.version ?? 1);
  const words = useDialWords();
  useRevealed();
  return (
    <div className="ls-stack ls-gap-16">
      <Card title="Information">
        <div className={`ls-stack ${classes.fields}`}>
          <Name />
          {version > 1 && <Reason />}
          <Description />
          <WordsField path="tags" label="Tags" help="Words to find it by" words={words.data?.tags} />
          <WordsField path="authors" label="Authors" help="Who to ask about it" words={words.data?.authors} />
        </div>
      </Card>
      <Card title="In force">
        <div className={`ls-stack ${classes.fields}`}>
          <div className={classes.pair}>
            <DayField
              path="active_from"
              other="active_until"
              label="Active From"
              help="First day in force, in UTC. Empty: at once"
            />
            <DayField
              path="active_until"
              other="active_from"
              label="Active Until"
              help="First day no longer in force. Empty: no end"
            />
          </div>
          <Journeys />
        </div>
      </Card>
    </div>
  );
}

function Name() {
  const field = useTextField('name');
  return (
    <TextInput
      {...field}
      label="Name"
      required
      withAsterisk
      placeholder="For example: Cyber excess, $5m to $50m"
      maxLength={LIMITS.name}
      autoComplete="off"
      data-autofocus
    />
  );
}

function Reason() {
  const field = useTextField('reason');
  return (
    <Textarea
      {...field}
      label="Reason"
      description="Why this version exists, for people who compare it with the previous one"
      required
      withAsterisk
      autosize
      minRows={1}
      maxRows={4}
      maxLength={LIMITS.reason}
    />
  );
}

function Description() {
  const field = useTextField('description');
  return <Textarea {...field} label="Description" autosize minRows={3} maxRows={10} maxLength={LIMITS.description} />;
}

function Journeys() {
  const { id, value, onChange } = useField('journeys');
  return (
    <div>
      <div className="ls-medium" id={`${id}-label`}>
        Journeys
      </div>
      <div className="ls-small ls-ink-3 ls-below-8">How a risk arrives. None chosen: every way</div>
      <ChoiceGroup id={id} labelledBy={`${id}-label`} options={JOURNEYS} value={value} onChange={onChange} />
    </div>
  );
}

type WordsFieldProps = Readonly<{
  path: 'tags' | 'authors';
  label: string;
  help: string;
  /** Tags in use elsewhere, as suggestions. New ones can be typed. */
  words: readonly string[] | undefined;
}>;

function WordsField({ path, label, help, words = [] }: WordsFieldProps) {
  const { value, onChange, ...field } = useField(path);
  const tidy = (next: readonly string[]) => onChange([...new Set(next.map((word) => word.trim()).filter(Boolean))]);
  return (
    <TagsInput
      {...field}
      label={label}
      description={help}
      value={[...value]}
      onChange={tidy}
      data={[...words]}
      limit={50}
      maxTags={LIMITS[path]}
      splitChars={[',', ';', '\n', '\r', '\t']}
      placeholder={value.length === 0 ? 'Type and press Enter, or paste several' : ''}
    />
  );
}

type DayPath = 'active_from' | 'active_until';
type DayFieldProps = Readonly<{ path: DayPath; other: DayPath; label: string; help: string }>;

/** A UTC day. Each of the two is validated with the other, as changing one can fix the other. */
function DayField({ path, other, label, help }: DayFieldProps) {
  const { store } = useEditor();
  const { onChange, ...field } = useField(path);
  const choose = (day: string | null) => {
    onChange(day);
    store.leave(path, other);
  };
  return (
    <DayInput
      {...field}
      onChange={choose}
      onUnreadable={choose}
      label={label}
      description={help}
      days={{ isOff: (day) => store.refusesDay(path, day) }}
    />
  );
}
