import { Button, Checkbox, Popover, TextInput } from '@mantine/core';
import IconSave from '@tabler/icons-react/dist/esm/icons/IconBookmarkPlus.mjs';
import { type FormEvent, memo, type RefObject, useRef, useState } from 'react';
import type { Example } from '#contract/example.ts';
import type { FieldError } from '#domain/dial/check.ts';
import { expectResults } from '#domain/example/check.ts';
import { type ExampleData, NONE, readExample } from '#domain/example/example.ts';
import { describeExpected } from '#domain/example/words.ts';
import { VALUE_KEYS, type ValueKey, VALUES } from '#domain/value/registry.ts';
import { useApi } from '#web/base/api/client.tsx';
import type { BucketAddress } from '#web/bucket/address.ts';
import { refreshExamples } from '#web/bucket/query.ts';
import type { RiskTrial } from '#web/risk/tried.ts';
import { useChange } from '#web/base/page/useChange.ts';
import { KeyHint } from '#web/kit/KeyHint.tsx';
import { toggled } from '#web/kit/toggled.ts';
import { THIS_PAGE, useKeys } from '#web/kit/keys.ts';
import { Refusal } from '#web/kit/Dialog.tsx';
import classes from './SaveExample.module.css';

type SaveExampleProps = Readonly<{
  address: BucketAddress;
  latest: RefObject<RiskTrial>;
  /** Nothing is known of the risk yet. */
  isOff: boolean;
  onSaved: (example: Example) => void;
}>;

/** Stores the risk on the screen and its result as an example. The text stays until it is saved. */
export const SaveExample = memo(function SaveExample({ address, latest, isOff, onSaved }: SaveExampleProps) {
  const api = useApi();
  const [opened, setOpened] = useState(false);
  /** The risk when the dialog opens; it cannot change meanwhile, so keys in the form do not re-render it. */
  const [tried, setTried] = useState<RiskTrial>();
  const [name, setName] = useState('');
  const [excluded, setExcluded] = useState<ReadonlySet<ValueKey>>(new Set());
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const { run, busy, failure, forget } = useChange({
    send: (body: ExampleData) => api.addExample({ params: address, body }),
    done: 'Example saved',
    failed: 'Failed to save the example',
    apply: (queries) => refreshExamples(queries, address),
    onDone: (example) => {
      setOpened(false);
      setName('');
      setExcluded(new Set());
      onSaved(example);
    },
  });
  const open = () => {
    setTried(latest.current);
    setOpened(true);
  };
  const given = tried?.evaluation.values ?? {};
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (tried === undefined) return;
    forget();
    const expected = expectResults(
      given,
      VALUE_KEYS.filter((key) => !excluded.has(key)),
    );
    const reading = readExample({ name, risk: tried.risk, expected });
    setErrors(reading.ok ? [] : reading.errors);
    if (reading.ok) void run(reading.example);
  };
  const saveOrOpen = () => {
    if (opened) form.current?.requestSubmit();
    else if (!isOff) open();
  };
  useKeys(THIS_PAGE, [{ keys: 'mod+Enter', does: 'Save as example', run: saveOrOpen, inFields: true }]);

  const errorOf = (path: string) => errors.find((error) => error.path === path)?.message ?? failure?.field(path);
  const other = failure !== undefined && failure.field('name') === undefined ? failure.detail : undefined;
  return (
    <Popover opened={opened} onChange={setOpened} position="top-start" width={318} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          fullWidth
          leftSection={<IconSave size={16} aria-hidden />}
          data-track="Save as example"
          disabled={isOff}
          title={isOff ? 'Nothing to save yet' : undefined}
          onClick={() => (opened ? setOpened(false) : open())}
        >
          Save as example
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Save as example" className={classes.popover}>
        <form ref={form} onSubmit={save} noValidate>
          <TextInput
            label="Name"
            data-autofocus
            value={name}
            error={errorOf('name')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <fieldset className={`ls-above-12 ${classes.values}`}>
            <legend className="ls-medium">Expect</legend>
            {VALUE_KEYS.map((key) => (
              <Checkbox
                key={key}
                size="xs"
                className="ls-above-8"
                label={
                  <>
                    {VALUES[key].label}{' '}
                    <b className="ls-num">{describeExpected(key, given[key]?.winner.value ?? NONE)}</b>
                  </>
                }
                checked={!excluded.has(key)}
                onChange={() => setExcluded(toggled(excluded, key))}
              />
            ))}
            {errorOf('expected') !== undefined && (
              <p role="alert" className="ls-small ls-red ls-above-8">
                {errorOf('expected')}
              </p>
            )}
          </fieldset>
          <Refusal failure={other === undefined ? undefined : { detail: other }} className="ls-small ls-above-12" />
          <div className="ls-dialog-foot">
            <span className="ls-small ls-ink-3">
              <KeyHint>mod+Enter</KeyHint>
            </span>
            <Button type="submit" size="xs" loading={busy}>
              Save
            </Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
});
