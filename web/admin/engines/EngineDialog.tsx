import { Button, Input, SegmentedControl, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import type { Engine, NewEngineToken } from '#contract/engine.ts';
import { daysBetween } from '#domain/day/day.ts';
import { type Channel, CHANNELS } from '#domain/feed/release.ts';
import { ENGINE_LIMITS } from '#domain/feed/token.ts';
import { PartnersSelect } from '#web/admin/PartnersSelect.tsx';
import { refreshEngines } from '#web/admin/query.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { useConfirm } from '#web/base/page/useConfirm.tsx';
import { requireFields, useForm } from '#web/base/page/useForm.ts';
import { DialogFrame, Refusal } from '#web/kit/Dialog.tsx';
import { DayField } from '#web/kit/DayField.tsx';
import { addDays, utcToday } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import { CHANNEL_LABELS } from './engineText.ts';
import { NewToken } from './NewToken.tsx';
import classes from './EngineDialog.module.css';

/** What a token lives for unless another day is chosen. */
const USUAL_DAYS = 90;
const CHANNEL_DATA = CHANNELS.map((value) => ({ value, label: CHANNEL_LABELS[value] }));

type NewEngine = Readonly<{ name: string; channel: Channel; partners: readonly string[]; expires_on: string }>;

type EngineDialogProps = Readonly<{
  /** The engine whose token is replaced; none: a new engine. */
  engine?: Engine;
  onClose: () => void;
}>;

/** A new engine, or a new token for one. The token is shown once, in the same dialog, below the locked fields. */
export function EngineDialog({ engine, onClose }: EngineDialogProps) {
  const api = useApi();
  const [today] = useState(utcToday);
  const [hasCopy, setHasCopy] = useState(false);
  const change = useChange<NewEngine, NewEngineToken>({
    send: ({ name, channel, partners, expires_on }) =>
      engine === undefined
        ? api.addEngine({ body: { name: name.trim(), channel, partners: partners.map(Number), expires_on } })
        : api.replaceEngineToken({ params: { engineId: engine.id }, body: { expires_on } }),
    failed: engine === undefined ? 'Failed to create engine' : 'Failed to replace token',
    apply: refreshEngines,
  });
  const { busy, result } = change;
  const { root, ...form } = useForm<NewEngine>({
    initial: { name: '', channel: 'production', partners: [], expires_on: addDays(today, USUAL_DAYS) },
    check: (values) => requireFields(values, 'expires_on', ...(engine === undefined ? (['name'] as const) : [])),
    change,
    send: change.run,
  });
  const { expires_on } = form.values;
  const ask = useConfirm({
    title: 'Close without copying the token?',
    text: 'It is not shown again. Only a new token can replace it.',
    submit: 'Close',
    keep: 'Back to the token',
    onConfirm: onClose,
  });
  const leave = () => (result === undefined || hasCopy ? onClose() : ask());
  const title = engine === undefined ? 'New engine' : `Replace the token of ${engine.name}`;
  return (
    <DialogFrame
      title={title}
      size={engine === undefined || result !== undefined ? 740 : 440}
      onClose={leave}
      hasButtons
      closesOutside={false}
      isTall
    >
      <form ref={root} onSubmit={form.submit} noValidate className="ls-scroll">
        {/* Locked once the token is there. */}
        <fieldset
          disabled={result !== undefined}
          className={classes.fields}
          data-one={engine !== undefined || undefined}
        >
          {engine === undefined && (
            <>
              <div>
                <TextInput
                  label="Name"
                  required
                  maxLength={ENGINE_LIMITS.name}
                  {...form.text('name')}
                  autoComplete="off"
                  data-autofocus
                />
              </div>
              <ChannelField {...form.field('channel')} isLocked={result !== undefined} />
              <div>
                <PartnersSelect
                  label="Partners"
                  none="All partners"
                  {...form.field('partners')}
                  readOnly={result !== undefined}
                  classNames={{
                    input: classes.partners ?? '',
                    pill: classes.partner ?? '',
                    inputField: classes.search ?? '',
                  }}
                  {...(result !== undefined && { rightSection: null })}
                />
                <p className="ls-small ls-ink-3 ls-above-4">Empty: all partners, also later ones</p>
              </div>
            </>
          )}
          <div>
            <DayField
              label="Expires"
              {...form.choice('expires_on')}
              days={{ min: today, max: addDays(today, ENGINE_LIMITS.days - 1) }}
              canClear={false}
            />
            <p className="ls-small ls-ink-3 ls-above-4">
              {expires_on !== '' && describeDays(daysBetween(today, expires_on))}At most a year.
            </p>
          </div>
        </fieldset>
        {engine !== undefined && result === undefined && (
          <p className={`ls-small ls-ink-3 ${classes.note}`}>
            The old token works for an hour, or until the new one is used.
          </p>
        )}
        <Refusal failure={form.refusal} className="ls-dialog-part" />
        {result && <NewToken answer={result} isReplaced={engine !== undefined} onCopied={() => setHasCopy(true)} />}
        <div className="ls-dialog-bar">
          {result === undefined ? (
            <>
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={busy}>
                {engine === undefined ? 'Create engine' : 'Replace token'}
              </Button>
            </>
          ) : (
            <>
              <p className="ls-grow ls-small ls-ink-3">
                From now on only the last four, <b className="ls-ink ls-mono">{result.engine.token.tail}</b>, are shown.
              </p>
              <Button onClick={leave}>Done</Button>
            </>
          )}
        </div>
      </form>
    </DialogFrame>
  );
}

const describeDays = (days: number): string => (days === 0 ? 'Today. ' : `In ${plural(days, 'day')}. `);

type FieldProps<T> = Readonly<{ value: T; onChange: (value: T) => void; isLocked: boolean }>;

function ChannelField({ value, onChange, isLocked }: FieldProps<Channel>) {
  const id = useId();
  return (
    <div>
      <Input.Label id={id} labelElement="div" className="ls-block">
        Channel
      </Input.Label>
      <SegmentedControl
        aria-labelledby={id}
        data={CHANNEL_DATA}
        value={value}
        onChange={onChange}
        readOnly={isLocked}
      />
      <p className="ls-small ls-ink-3 ls-above-4">
        {value === 'production' ? 'What is live.' : 'What is live, with drafts under review.'}
      </p>
    </div>
  );
}
