import IconInvited from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconAsks from '@tabler/icons-react/dist/esm/icons/IconHandStop.mjs';
import IconUnverified from '@tabler/icons-react/dist/esm/icons/IconShieldQuestion.mjs';
import IconOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs';
import { Fragment } from 'react';
import type { User, UserState } from '#contract/user.ts';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { Tooltip } from '#web/kit/Tooltip.tsx';
import { userAddress } from './query.ts';

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

/** They count as one person with those who introduced them. */
export function UnconfirmedChip({ because }: Readonly<{ because: string | null }>) {
  if (because === null) return null;
  return (
    <Tooltip label={because}>
      <span className="ls-pill ls-fixed" data-tone="amber" tabIndex={0}>
        <IconUnverified size={13} stroke={1.75} aria-hidden />
        Not confirmed
        <span className="ls-hidden">: {because}</span>
      </span>
    </Tooltip>
  );
}

type MailboxNoteProps = Readonly<{ people: User['same_mailbox']; className?: string }>;

/** Names the other accounts of one mailbox. */
export function MailboxNote({ people, className = '' }: MailboxNoteProps) {
  if (people.length === 0) return null;
  const shown = people.slice(0, MAX_SHARING);
  const rest = people.length - shown.length;
  return (
    <p className={`ls-small ls-amber ${className}`}>
      Same mailbox as{' '}
      {shown.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <PageLink to={userAddress(id)} className="ls-link">
            {name}
          </PageLink>
        </Fragment>
      ))}
      {rest > 0 && ` and ${rest} more`}: they count as one person.
    </p>
  );
}

/** A mailbox has a few accounts; more are counted. */
const MAX_SHARING = 5;

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
