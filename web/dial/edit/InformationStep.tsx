import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { JOURNEYS, LIMITS } from '#domain/dial/dial.ts';
import { useApi } from '#web/api/client.tsx';
import { dialWordsQuery } from '#web/dial/query.ts';
import { Card } from '#web/kit/Card.tsx';
import { ChoiceGroup } from './ChoiceGroup.tsx';
import { DayField } from './DayField.tsx';
import { useEditor } from './editor.ts';
import { useField } from './field.ts';
import { useRevealed } from './useRevealed.ts';
import { WordsField } from './WordsField.tsx';
import classes from './InformationStep.module.css';

/** Who the dial is for, when it is in force, and why this version exists. */
export function InformationStep() {
  const { version } = useEditor();
  const words = useQuery(dialWordsQuery(useApi()));
  useRevealed();
  return (
    <div className={classes.cards}>
      <Card title="Information">
        <div className={classes.fields}>
          <Name />
          {version > 1 && <Reason />}
          <Description />
          <WordsField path="tags" label="Tags" help="Words to find it by" words={words.data?.tags} />
          <WordsField path="authors" label="Authors" help="Who to ask about it" words={words.data?.authors} />
        </div>
      </Card>
      <Card title="In force">
        <div className={classes.fields}>
          <div className={classes.pair}>
            <DayField
              path="active_from"
              other="active_until"
              label="Active From"
              help="The first day, in UTC. Empty: at once"
            />
            <DayField
              path="active_until"
              other="active_from"
              label="Active Until"
              help="The first day it no longer is. Empty: no end"
            />
          </div>
          <Journeys />
        </div>
      </Card>
    </div>
  );
}

function Name() {
  const field = useField('name');
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
  const field = useField('reason');
  return (
    <Textarea
      {...field}
      label="Reason"
      description="Why this version exists, for whoever compares it with the one before"
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
  const field = useField('description');
  return <Textarea {...field} label="Description" autosize minRows={3} maxRows={10} maxLength={LIMITS.description} />;
}

function Journeys() {
  const { id, value, onChange } = useField('journeys');
  return (
    <div>
      <div className={classes.label} id={`${id}-label`}>
        Journeys
      </div>
      <div className={classes.help}>How a risk arrives. None chosen: every way</div>
      <ChoiceGroup id={id} labelledBy={`${id}-label`} options={JOURNEYS} value={value} onChange={onChange} />
    </div>
  );
}
