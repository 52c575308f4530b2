import { type ReactNode, type MouseEvent, type Ref, Fragment } from 'react';
import { ActionIcon, Button, Menu } from '@mantine/core';
import IconBack from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { Tooltip } from './Tooltip.tsx';
import { useLink } from './link.tsx';
import IconClose from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import IconStep from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import classes from './PageHeader.module.css';

export type PageHeaderProps = Readonly<{
  back?: BackTarget | undefined;
  subtitle?: string | readonly PathStep[];
  title: string;
  /** A status chip. */
  status?: ReactNode;
  /** One muted fact beside the title. */
  fact?: ReactNode;
  actions?: readonly HeaderAction[];
  menu?: readonly HeaderMenuItem[];
  /** Before the buttons: a small control that changes the view. */
  control?: ReactNode;
  /** For an overlay: a close button at the end. */
  onClose?: () => void;
  /** To give the title the focus. */
  heading?: Ref<HTMLHeadingElement> | undefined;
  /** One line, as on a phone: no path, the fact below the title, and all buttons in the menu. */
  compact?: boolean | undefined;
}>;

const order: readonly HeaderAction['variant'][] = ['subtle', 'default', 'filled'];

export function PageHeader(props: PageHeaderProps) {
  const { back, subtitle, title, status, fact, actions = [], menu = [], control, onClose } = props;
  const { heading, compact = false } = props;
  const sorted = actions
    .filter((action) => action.hidden !== true)
    .toSorted((a, b) => order.indexOf(a.variant) - order.indexOf(b.variant));
  return (
    <header className={`ls-row ls-gap-14 ls-rule-below ${classes.header}`} data-compact={compact || undefined}>
      {back !== undefined && <BackButton {...back} />}
      <div className={`ls-grow ${classes.what}`}>
        {subtitle !== undefined && !compact && <HeaderPath path={subtitle} />}
        <div className={`ls-row ls-wrap ${classes.line}`}>
          {/* It takes the focus after a navigation. */}
          <h1 ref={heading} className="ls-heading ls-break" tabIndex={-1}>
            {title}
          </h1>
          {!compact && status}
          {fact !== undefined && <span className={`ls-small ls-ink-3 ${classes.fact}`}>{fact}</span>}
        </div>
      </div>
      <div className={`ls-row ls-fixed ${classes.actions}`}>
        {control}
        {compact && status}
        {!compact && sorted.map((action) => <HeaderButton key={action.label} {...action} />)}
        <HeaderMenu items={compact ? [...sorted.toReversed(), ...menu] : menu} />
        {onClose && (
          <ActionIcon variant="default" size={34} aria-label="Close" onClick={onClose}>
            <IconClose size={16} stroke={1.75} color="var(--ls-ink-2)" aria-hidden />
          </ActionIcon>
        )}
      </div>
    </header>
  );
}

type BackTarget = Readonly<{
  /** Name of the previous page. */
  label: string;
  to?: string;
  /** Replaces following `to` on a plain click. */
  onBack?: () => void;
}>;

function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

function BackButton({ label, to, onBack }: BackTarget) {
  const Link = useLink();
  const name = `Back to ${label}`;
  const look = {
    variant: 'default',
    size: 32,
    'aria-label': name,
    children: <IconBack size={16} stroke={1.75} color="var(--ls-ink-2)" aria-hidden />,
  };
  const goBack = (event: MouseEvent) => {
    if (onBack === undefined || !isPlain(event)) return;
    event.preventDefault();
    onBack();
  };
  return (
    <Tooltip label={name}>
      {to === undefined ? (
        <ActionIcon {...look} onClick={goBack} />
      ) : (
        <ActionIcon {...look} component={Link} to={to} end onClick={goBack} />
      )}
    </Tooltip>
  );
}

export type HeaderAction = Readonly<{
  label: string;
  icon?: ReactNode;
  variant: 'filled' | 'default' | 'subtle';
  onClick?: () => void;
  /** Makes it a link. */
  to?: string;
  loading?: boolean;
  disabled?: boolean;
  /** Why it is disabled. The button is then still focusable, so that the reason can be read. */
  disabledReason?: string;
  /** Not allowed: left out. */
  hidden?: boolean;
  /** Whether its panel is open: pressing again closes it. */
  pressed?: boolean;
  /** To give its button the focus back. */
  ref?: Ref<HTMLButtonElement>;
}>;

function refuse(event: MouseEvent): void {
  event.preventDefault();
}

function HeaderButton(action: HeaderAction) {
  const { label, icon, variant, onClick, to, loading = false, disabled = false, disabledReason } = action;
  const { pressed, ref } = action;
  const Link = useLink();
  const look = { variant, leftSection: icon, loading, 'data-track': label };

  if (disabled && disabledReason !== undefined) {
    return (
      <Tooltip label={disabledReason}>
        <Button {...look} data-disabled aria-disabled onClick={refuse}>
          {label}
        </Button>
      </Tooltip>
    );
  }
  if (to !== undefined && !disabled) {
    return (
      <Button {...look} component={Link} to={to} end {...(onClick && { onClick })}>
        {label}
      </Button>
    );
  }
  return (
    <Button
      {...look}
      ref={ref}
      disabled={disabled}
      aria-pressed={pressed}
      className={classes.button}
      {...(onClick && { onClick })}
    >
      {label}
    </Button>
  );
}

export type HeaderMenuItem = Readonly<{
  label: string;
  icon?: ReactNode;
  onClick?: () => void;
  /** Makes it a link. */
  to?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Why it is disabled, in two or three words at the right. */
  disabledReason?: string;
  /** Not allowed: left out. */
  hidden?: boolean;
}>;

function Item({ label, icon, onClick, to, danger = false, disabled = false, disabledReason }: HeaderMenuItem) {
  const Link = useLink();
  const look = {
    'data-track': label,
    leftSection: icon,
    rightSection: disabled ? disabledReason : undefined,
    // The kit's red is too pale to read.
    ...(danger && !disabled && { color: 'var(--ls-red-text)' }),
    ...(onClick && { onClick }),
  };
  if (to !== undefined && !disabled) {
    return (
      <Menu.Item {...look} component={Link} to={to} end>
        {label}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item {...look} disabled={disabled}>
      {label}
    </Menu.Item>
  );
}

/** The menu. A divider separates destructive items. */
function HeaderMenu({ items }: Readonly<{ items: readonly HeaderMenuItem[] }>) {
  const shown = items.filter((item) => item.hidden !== true);
  if (shown.length === 0) return null;
  return (
    <Menu width="max-content">
      <Menu.Target>
        <ActionIcon variant="default" size={34} aria-label="More actions">
          <IconDots size={16} stroke={2} color="var(--ls-ink-2)" aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown miw={204}>
        {shown.map((item, index) => (
          <Fragment key={item.label}>
            {index > 0 && item.danger === true && shown[index - 1]?.danger !== true && <Menu.Divider />}
            <Item {...item} />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type PathStep = Readonly<{ label: string; to?: string }>;

function HeaderPath({ path }: Readonly<{ path: string | readonly PathStep[] }>) {
  const Link = useLink();
  if (typeof path === 'string') return <p className={`ls-row ls-small ls-wrap ls-ink-3 ${classes.path}`}>{path}</p>;
  return (
    <p className={`ls-row ls-small ls-wrap ls-ink-3 ${classes.path}`}>
      {path.map(({ label, to }, index) => (
        <Fragment key={`${index} ${label}`}>
          {index > 0 && <IconStep size={12} stroke={1.75} aria-hidden />}
          {to === undefined ? (
            <span>{label}</span>
          ) : (
            <Link to={to} end className={classes.step}>
              {label}
            </Link>
          )}
        </Fragment>
      ))}
    </p>
  );
}
