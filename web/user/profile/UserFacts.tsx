import { type ReactNode, useState } from 'react';
import type { PeopleDirectory } from '#contract/user.ts';
import type { PersonRead } from '#web/user/person.ts';
import { Card } from '#web/kit/Card.tsx';
import { formatMoment } from '#web/kit/format.ts';
import { STATE_LABELS } from '#web/user/StateChip.tsx';
import classes from './UserFacts.module.css';

const SIGN_IN = {
  demo: 'Demo directory',
  password: 'E-mail and password',
  tenant: 'Identity provider',
} as const satisfies Record<PeopleDirectory['sign_in'], string>;

export function UserFacts({ user }: Readonly<{ user: PersonRead }>) {
  const [now] = useState(() => new Date());
  const { state, directory, last_seen_at, created_at, invitation, waiting } = user;
  const time = (moment: string) => formatMoment(new Date(moment), now);
  return (
    <Card>
      <dl className={classes.facts} aria-label="Facts">
        <Fact label="State">{STATE_LABELS[state]}</Fact>
        <Fact label="Sign-in">{SIGN_IN[directory.sign_in]}</Fact>
        <Fact label="Last seen">{last_seen_at === null ? 'Never' : time(last_seen_at)}</Fact>
        <Fact label="Known since">{time(created_at)}</Fact>
        {invitation !== null && <Fact label="Link works until">{time(invitation.expires_at)}</Fact>}
        <Fact label="Drafts open">{draftsText(waiting)}</Fact>
        <Fact label="Waiting reviews">{waiting.reviews === 0 ? 'none' : waiting.reviews}</Fact>
      </dl>
    </Card>
  );
}

function Fact({ label, children }: Readonly<{ label: string; children: ReactNode }>) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** "3 dials, 1 bucket" */
function draftsText({ dial_drafts, bucket_drafts }: PersonRead['waiting']): string {
  const counted = (count: number, noun: string) => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]);
  return [...counted(dial_drafts, 'dial'), ...counted(bucket_drafts, 'bucket')].join(', ') || 'none';
}
