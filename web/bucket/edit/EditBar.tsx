import { ActionIcon, Button } from '@mantine/core';
import IconRedo from '@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs';
import IconUndo from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconReset from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs';
import IconDiscard from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useEffect, useRef } from 'react';
import { BrokenExamples } from '#web/example/BrokenExamples.tsx';
import { UpdateAll } from '#web/bucket/edit/update/UpdateAll.tsx';
import { Tooltip } from '#web/kit/Tooltip.tsx';
import { useEditor } from '#web/bucket/editor.ts';
import { unsavedText } from '#web/bucket/draftWords.ts';
import type { Work } from '#web/bucket/useSaving.ts';
import classes from './EditBar.module.css';
import { totalChanges } from '#domain/bucket/change-kind.ts';
import { countChanges, diffEntries } from '#domain/bucket/diff.ts';
import { countPending } from '#web/bucket/cells.ts';
import { plural } from '#web/kit/plural.ts';
import { ariaKeys, writeKeys } from '#web/kit/stroke.ts';

export type EditBarProps = Readonly<{
  unsaved: number;
  working: Work | undefined;
  /** Why nothing can be saved now, if so. */
  stopped: string | undefined;
  onDiscard: () => void;
  onReset: () => void;
  onSave: () => void;
  onSubmit: () => void;
}>;

/** Left: unsaved changes and undo; right: the buttons, the primary one last. */
export function EditBar({ unsaved, working, stopped, onDiscard, onReset, onSave, onSubmit }: EditBarProps) {
  const { bucket, entries, pending } = useEditor();
  const unread = countPending(pending);
  const { edit, submit, reset } = bucket.abilities;
  const nothing = unsaved === 0 ? 'There are no unsaved changes.' : undefined;
  const cannotSave = stopped ?? nothing;
  const same = totalChanges(countChanges(diffEntries(bucket.live.entries, entries))) === 0;
  const cannotSubmit =
    stopped ?? (same ? `Nothing to submit: nothing differs from live v${bucket.live.number}.` : undefined);
  return (
    <div className={`ls-flex ls-gap-8 ls-wrap ls-spread ls-grow ${classes.bar}`}>
      <div className="ls-row ls-wrap">
        <p
          role="status"
          className={`ls-row ls-fixed ${unsaved === 0 ? 'ls-ink-3' : 'ls-dot ls-bold'}`}
          data-tone="amber"
        >
          {unsaved === 0 ? 'No unsaved changes' : unsavedText(unsaved)}
          {unread > 0 && `, ${plural(unread, 'value')} to fix`}
        </p>
        {unsaved > 0 && <QuietButton label="Discard unsaved changes" Icon={IconDiscard} onClick={onDiscard} />}
        <Steps />
        <BrokenExamples />
      </div>
      <div className="ls-row ls-wrap ls-end ls-push">
        {(reset || (edit && bucket.draft === null && unsaved > 0)) && (
          <QuietButton label="Reset to live version" Icon={IconReset} loading={working === 'reset'} onClick={onReset} />
        )}
        {edit && <UpdateAll />}
        {edit && (
          <BarButton
            label="Save Draft"
            variant="default"
            hint={writeKeys('mod+S')}
            stopped={cannotSave}
            loading={working === 'save'}
            onClick={onSave}
          />
        )}
        {(submit || (edit && bucket.draft === null)) && (
          <BarButton
            label="Submit for Review"
            variant="filled"
            stopped={cannotSubmit}
            loading={working === 'submit'}
            onClick={onSubmit}
          />
        )}
      </div>
    </div>
  );
}

type QuietButtonProps = Readonly<{ label: string; Icon: typeof IconUndo; loading?: boolean; onClick: () => void }>;

/** On narrow screens only the icon is visible. */
function QuietButton({ label, Icon, loading = false, onClick }: QuietButtonProps) {
  return (
    <Button
      variant="subtle"
      color="slate"
      classNames={{ section: classes.icon ?? '', label: classes.label ?? '' }}
      leftSection={<Icon size={16} aria-hidden />}
      title={label}
      loading={loading}
      data-track={label}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

type BarButtonProps = Readonly<{
  label: string;
  variant: 'default' | 'filled';
  /** Its keyboard shortcut. */
  hint?: string;
  /** Why it is disabled. */
  stopped: string | undefined;
  loading: boolean;
  onClick: () => void;
}>;

/** The same element whether enabled or not, so that it keeps the focus after a save. */
function BarButton({ label, variant, hint, stopped, loading, onClick }: BarButtonProps) {
  const note = stopped ?? hint;
  const off = stopped !== undefined && !loading;
  const button = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  // A loading button loses the focus; give it back afterwards.
  useEffect(() => {
    if (loading || !pressed.current) return;
    pressed.current = false;
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [loading]);
  const press = () => {
    pressed.current = true;
    onClick();
  };
  return (
    <Tooltip position="top" label={note} disabled={note === undefined}>
      <Button
        ref={button}
        variant={variant}
        data-track={label}
        loading={loading}
        onClick={off ? undefined : press}
        {...(off && { 'data-disabled': true, 'aria-disabled': true, 'aria-description': stopped })}
      >
        {label}
      </Button>
    </Tooltip>
  );
}

function Steps() {
  const { undo, redo, undoable, redoable } = useEditor();
  if (undoable === undefined && redoable === undefined) return null;
  const steps = [
    { label: 'Undo', keys: 'mod+Z', what: undoable, onClick: undo, Icon: IconUndo },
    { label: 'Redo', keys: 'mod+Shift+Z', what: redoable, onClick: redo, Icon: IconRedo },
  ];
  return (
    <div className="ls-flex ls-fixed">
      {steps.map(({ label, keys, what, onClick, Icon }) => (
        <Tooltip
          key={label}
          position="top"
          label={what === undefined ? `Nothing to ${label.toLowerCase()}` : `${label}: ${what} (${writeKeys(keys)})`}
        >
          <ActionIcon
            variant="subtle"
            color="slate"
            size={34}
            className={classes.step}
            aria-label={what === undefined ? label : `${label}: ${what}`}
            aria-keyshortcuts={ariaKeys(keys)}
            {...(what === undefined ? { 'data-disabled': true, 'aria-disabled': true } : { onClick })}
          >
            <Icon size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}
