import { ActionIcon } from '@mantine/core';
import IconBack from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import type { MouseEvent } from 'react';
import { Tooltip } from './Tooltip.tsx';
import { useLink } from './link.tsx';

export type BackTarget = Readonly<{
  /** Name of the previous page. */
  label: string;
  to?: string;
  /** Takes the place of following `to`, for a plain click. */
  onBack?: () => void;
}>;

function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

export function BackButton({ label, to, onBack }: BackTarget) {
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
