import IconInvited from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs';
import type { UserState } from '#contract/user.ts';

export const STATE_LABELS: Readonly<Record<UserState, string>> = {
  active: 'Active',
  invited: 'Invited',
  deactivated: 'Deactivated',
};

/** Someone who signs in as usual has no chip: it marks what is out of the ordinary. */
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
