import IconInvited from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconAsks from '@tabler/icons-react/dist/esm/icons/IconHandStop.mjs';
import IconUnverified from '@tabler/icons-react/dist/esm/icons/IconShieldQuestion.mjs';
import IconOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs';
import type { User, UserState } from '#contract/user.ts';
import { Tooltip } from '#web/kit/Tooltip.tsx';

export const STATE_LABELS: Readonly<Record<UserState, string>> = {
  active: 'Active',
  invited: 'Invited',
  deactivated: 'Deactivated',
};

/** Their votes are shown but not counted. */
export function UnverifiedChip({ because }: Readonly<{ because: string | null }>) {
  if (because === null) return null;
  return (
    <Tooltip label={`${because} Their votes are not counted.`}>
      <span className="ls-pill ls-fixed" data-tone="amber" tabIndex={0}>
        <IconUnverified size={13} stroke={1.75} aria-hidden />
        Not verified
        <span className="ls-hidden">: {because} Their votes are not counted.</span>
      </span>
    </Tooltip>
  );
}

/** "Asks for access as Underwriter" */
export function RequestChip({ request }: Readonly<{ request: User['access_request'] }>) {
  if (request === null) return null;
  return (
    <span className="ls-pill ls-fixed" data-tone="amber">
      <IconAsks size={13} stroke={1.75} aria-hidden />
      Asks for access as {request.role}
    </span>
  );
}

/** A normal account has no chip: it marks exceptions. */
export function StateChip({ state }: Readonly<{ state: UserState }>) {
  if (state === 'active') return null;
  const Icon = state === 'invited' ? IconInvited : IconOff;
  return (
    <span className="ls-pill ls-fixed" {...(state === 'invited' && { 'data-tone': 'amber' })}>
      <Icon size={13} stroke={1.75} aria-hidden />
      {STATE_LABELS[state]}
    </span>
  );
}
