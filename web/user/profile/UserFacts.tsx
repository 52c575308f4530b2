import { type ReactNode, useState } from 'react';
import type { PeopleDirectory } from '#contract/user.ts';
import { Card } from '#web/kit/Card.tsx';
import { plural } from '#web/kit/plural.ts';
import { Time } from '#web/kit/Time.tsx';
import type { PersonRead } from '#web/user/query.ts';
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
  const time = (moment: string) => <Time moment={moment} now={now} />;
  const facts: readonly (readonly [label: string, fact: ReactNode])[] = [
    ['State', STATE_LABELS[state]],
    ['Sign-in', SIGN_IN[directory.sign_in]],
    ['Last seen', last_seen_at === null ? 'Never' : time(last_seen_at)],
    ['Known since', time(created_at)],
    ...(invitation === null ? [] : [['Link works until', time(invitation.expires_at)] as const]),
    ['Drafts open', draftsText(waiting)],
    ['Waiting reviews', waiting.reviews === 0 ? 'none' : waiting.reviews],
  ];
  return (
    <Card>
      <dl className={classes.facts} aria-label="Facts">
        {facts.map(([label, fact]) => (
          <div key={label} className="ls-row ls-base ls-spread ls-gap-16">
            <dt className="ls-fixed ls-ink-3">{label}</dt>
            <dd className="ls-right ls-break">{fact}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** "3 dials, 1 bucket" */
function draftsText({ dial_drafts, bucket_drafts }: PersonRead['waiting']): string {
  const drafts = [dial_drafts > 0 && plural(dial_drafts, 'dial'), bucket_drafts > 0 && plural(bucket_drafts, 'bucket')];
  return drafts.filter(Boolean).join(', ') || 'none';
}
