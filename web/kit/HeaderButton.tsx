import { Button } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { Tooltip } from './Tooltip.tsx';
import { useLink } from './link.tsx';

export type HeaderAction = Readonly<{
  label: string;
  icon?: ReactNode;
  variant: 'filled' | 'default' | 'subtle';
  onClick?: () => void;
  /** Makes it a link. */
  to?: string;
  loading?: boolean;
  disabled?: boolean;
  /** Why it is disabled. The button can then be reached, so that the reason can be read. */
  disabledReason?: string;
  /** Not for this person: left out. */
  hidden?: boolean;
}>;

function refuse(event: MouseEvent): void {
  event.preventDefault();
}

export function HeaderButton(action: HeaderAction) {
  const { label, icon, variant, onClick, to, loading = false, disabled = false, disabledReason } = action;
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
    <Button {...look} disabled={disabled} {...(onClick && { onClick })}>
      {label}
    </Button>
  );
}
