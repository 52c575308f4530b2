import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { type KeyboardEvent, Suspense, useCallback, useId, useLayoutEffect, useRef, useState } from 'react';
import { later } from '#web/base/page/later.tsx';
import { readStroke } from '#web/kit/stroke.ts';
import { KeyHint } from '#web/kit/KeyHint.tsx';
import {
  type EnterAct,
  isPaletteKey,
  type KeyHandler,
  narrowsIdOf,
  type PaletteResultsProps,
  readEnter,
} from './field.ts';
import classes from './Palette.module.css';

const PaletteResults = later(async () => (await import('./PaletteResults.tsx')).PaletteResults);

type PaletteProps = Pick<PaletteResultsProps, 'areas' | 'onClose' | 'onShowKeys'>;

/** Finds anything, and runs global actions, over any page. */
export const Palette = ({ opened, ...props }: PaletteProps & Readonly<{ opened: boolean }>) =>
  opened && <PaletteDialog {...props} />;

/**
 * The field is there, with the focus, before the next key arrives. Only its results are loaded later: until then it keeps
 * what was typed, and Enter.
 */
function PaletteDialog(props: PaletteProps) {
  const { onClose } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [option, setOption] = useState<string>();
  const [pending, setPending] = useState<EnterAct>();
  const results = useRef<KeyHandler>(null);
  // Without transition and portal, so that the browser moves the focus now; closing gives it back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    field.current?.focus();
    return () => element?.close();
  }, []);
  const changeText = useCallback((typed: string) => {
    setPending(undefined);
    setText(typed);
  }, []);

  const waitForResults = (event: KeyboardEvent) => {
    if (event.key === 'Enter') setPending(readEnter(event));
    if (event.key !== 'Escape') return;
    if (text === '') onClose();
    changeText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const stroke = readStroke(event.nativeEvent);
    const isToggle = stroke?.mod === true && stroke.key === 'k';
    if (!isToggle && !isPaletteKey(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (isToggle) onClose();
    else (results.current ?? waitForResults)(event);
  };
  return (
    <dialog
      ref={dialog}
      aria-modal="true"
      aria-label="Find anything"
      className={classes.dialog}
      onClose={onClose}
      // Only what lies outside of the palette is the dialog itself.
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={classes.palette}>
        <div className={`ls-row ls-gap-10 ${classes.head}`}>
          <IconSearch size={18} aria-hidden className="ls-ink-3" />
          <input
            ref={field}
            className={classes.field}
            role="combobox"
            aria-label="Find anything"
            aria-expanded={option !== undefined}
            aria-controls={id}
            aria-autocomplete="list"
            aria-describedby={narrowsIdOf(id)}
            {...(option !== undefined && { 'aria-activedescendant': option })}
            placeholder="Find a dial, a bucket, a person or an action"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={text}
            onChange={(event) => changeText(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <KeyHint>Esc</KeyHint>
        </div>
        <Suspense>
          <PaletteResults
            {...props}
            text={text}
            onTextChange={changeText}
            id={id}
            ref={results}
            pending={pending}
            onPendingChange={setPending}
            onOption={setOption}
          />
        </Suspense>
      </div>
    </dialog>
  );
}
