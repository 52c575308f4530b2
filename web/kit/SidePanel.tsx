import { ActionIcon } from '@mantine/core';
import IconClose from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useMergedRef } from '@mantine/hooks';
import { type ComponentType, type ReactNode, type Ref, useCallback, useRef, useState } from 'react';
import { useEscape } from './useEscape.ts';
import classes from './SidePanel.module.css';

type IconProps = Readonly<{ size: number; stroke: number; 'aria-hidden': true; className: string }>;

type SidePanelProps = Readonly<{
  title: string;
  icon: ComponentType<IconProps>;
  /** What the title is about, beside it. */
  note?: ReactNode;
  /** The names of the button that closes the panel, and of its body, which scrolls. */
  names: Readonly<{ close: string; body: string }>;
  width?: number;
  isBusy?: boolean;
  onClose: () => void;
  /** What Escape does before it closes the panel: closes what stands over the page, say. */
  onEscape?: (() => void) | undefined;
  closeButton?: Ref<HTMLButtonElement>;
  ref?: Ref<HTMLElement>;
  /** Below the body, where it does not scroll. */
  foot?: ReactNode;
  children: ReactNode;
}>;

/**
 * A panel beside the content of a page, on narrow screens over it. The button in its head and Escape close it; a focus
 * that was in it returns to what opened it.
 */
export function SidePanel({
  title,
  icon: Icon,
  note,
  names,
  width = 536,
  isBusy,
  onClose,
  onEscape,
  closeButton,
  ref,
  foot,
  children,
}: SidePanelProps) {
  const element = useRef<HTMLElement>(null);
  const [opener] = useState(() => document.activeElement);
  const close = useCallback(() => {
    if (element.current?.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus();
    onClose();
  }, [onClose, opener]);
  useEscape(onEscape ?? close);
  return (
    <aside
      ref={useMergedRef(element, ref)}
      className={`ls-stack ls-fixed ${classes.panel}`}
      style={{ width }}
      aria-label={title}
      aria-busy={isBusy}
    >
      <div className={`ls-row ls-fixed ls-rule-below ${classes.head}`}>
        <Icon size={17} stroke={1.75} aria-hidden className="ls-fixed ls-accent" />
        <h2 className="ls-title ls-clip">{title}</h2>
        {note !== undefined && <p className="ls-mid ls-ink-3">{note}</p>}
        <ActionIcon
          ref={closeButton}
          variant="subtle"
          size={28}
          className="ls-push"
          aria-label={names.close}
          onClick={close}
        >
          <IconClose size={16} stroke={2} color="var(--ls-ink)" aria-hidden />
        </ActionIcon>
      </div>
      {/* It scrolls, so the keyboard must be able to reach it even where it holds nothing to focus. */}
      <div className="ls-grow ls-scroll ls-ring-in" tabIndex={0} role="group" aria-label={names.body}>
        {children}
      </div>
      {foot}
    </aside>
  );
}
