import IconUpdate from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { useEditor } from '#web/bucket/editor.ts';
import { describeVersions } from '#web/rule/Replaced.tsx';
import { Tooltip } from '#web/kit/Tooltip.tsx';
import { focusAround } from '#web/kit/focus.ts';
import { UpdateDialog } from './UpdateDialog.tsx';
import { outdatedIn } from './outdated.ts';
import classes from './VersionNotice.module.css';

export const NEWER = 'An updated version of this Dial is available';

export type VersionNoticeProps = Readonly<{
  dialId: string;
  /** Its icon alone, for a dense row. */
  compact?: boolean;
  /** Inside a line with its own background. */
  bare?: boolean;
  /** Inside a row that must not grow. */
  inRow?: boolean;
  /** The focus target after the update removes the notice; defaults to its container. */
  onTaken?: () => void;
}>;

/** Null if the dial is at its newest version. */
export function VersionNotice({ dialId, compact = false, bare = false, inRow = false, onTaken }: VersionNoticeProps) {
  const { entries, lookup } = useEditor();
  const [shown, show] = useState<'latest' | 'update'>();
  const frame = useRef<HTMLDivElement>(null);
  const entry = entries.find(({ dial_id }) => dial_id === dialId);
  const [outdated] = entry === undefined ? [] : outdatedIn([entry], lookup);
  if (entry === undefined || outdated === undefined) return null;

  const versions = describeVersions({ before: entry.version, after: outdated.newer.version });
  const dialog = (
    <Isolated>
      {shown && (
        <UpdateDialog
          outdated={outdated}
          mode={shown}
          onClose={() => show(undefined)}
          onTaken={() => (onTaken ? requestAnimationFrame(onTaken) : focusAround(frame.current))}
        />
      )}
    </Isolated>
  );
  if (compact)
    return (
      <div ref={frame} className={classes.compact}>
        <Tooltip label={`${NEWER}, ${versions}`}>
          <button
            type="button"
            tabIndex={-1}
            className={`ls-icon ls-amber ${classes.icon}`}
            aria-label={`${NEWER}, ${versions}`}
            onClick={() => show('update')}
          >
            <IconUpdate size={14} stroke={1.9} aria-hidden />
          </button>
        </Tooltip>
        {dialog}
      </div>
    );
  return (
    <div
      ref={frame}
      className={`ls-notice ls-row ls-wrap ls-mid ${classes.notice}`}
      data-tone="amber"
      data-bare={bare || undefined}
      data-in-row={inRow || undefined}
    >
      <IconUpdate size={14} stroke={1.9} aria-hidden className="ls-fixed" />
      <span className={`ls-semi ls-clip ${classes.text}`} title={NEWER}>
        {NEWER}
      </span>
      <span className="ls-fixed">{versions}</span>
      <span className={`ls-flex ls-push ${classes.links}`}>
        <button type="button" className={`ls-plain ls-bold ${classes.link}`} onClick={() => show('update')}>
          Update Version
        </button>
        <button type="button" className={`ls-plain ${classes.link}`} onClick={() => show('latest')}>
          View Latest
        </button>
      </span>
      {dialog}
    </div>
  );
}

const stop = (event: SyntheticEvent) => event.stopPropagation();
/** Tab must reach the document, where the dialog traps the focus. */
const stopKey = (event: KeyboardEvent) => {
  if (event.key !== 'Tab') event.stopPropagation();
};

/** Stops React from bubbling events of the dialog to the row that opened it. */
function Isolated({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <div
      style={{ display: 'contents' }}
      role="presentation"
      onKeyDown={stopKey}
      onClick={stop}
      onDoubleClick={stop}
      onMouseDown={stop}
      onPointerDown={stop}
    >
      {children}
    </div>
  );
}
