import { useCallback, type ReactNode, Fragment, useId } from 'react';
import { useLocation } from 'react-router';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { type PersonRead, userAddress } from '#web/user/query.ts';
import { useSubject } from '#web/base/page/BackHistoryProvider.tsx';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { LeaveDialog } from '#web/base/page/LeaveDialog.tsx';
import { useLeaveGuard } from '#web/base/page/useLeaveGuard.ts';
import { useMay } from '#web/base/session/session.tsx';
import { DirectoryLine } from '#web/user/DirectoryLine.tsx';
import { PermissionsCard, PlainWordsCard } from '#web/user/permissions/PermissionsCard.tsx';
import { usePermissionEdit } from '#web/user/permissions/usePermissionEdit.ts';
import { MailboxNote, StateChip, STATE_LABELS, UnconfirmedChip, UnverifiedChip } from '#web/user/StateChip.tsx';
import { AccessRequest } from './AccessRequest.tsx';
import { ActivityCard } from './ActivityCard.tsx';
import { usePersonActions } from './usePersonActions.tsx';
import type { PeopleDirectory } from '#contract/user.ts';
import { VERIFICATION_TEXT } from '#domain/user/verification.ts';
import { Card } from '#web/kit/Card.tsx';
import { plural } from '#web/kit/plural.ts';
import { Time } from '#web/kit/Time.tsx';
import { LastSeen } from '#web/user/LastSeen.tsx';
import { useNow } from '#web/kit/useNow.ts';
import { Fact, Facts } from '#web/kit/Facts.tsx';
import classes from './UserDetails.module.css';

const EDIT = { scope: 'user', action: 'edit' } as const;

/** One person: permissions, activity, pending work and sign-in claims. */
export function UserDetails({ user }: Readonly<{ user: PersonRead }>) {
  const mayConfirm = useMay()(EDIT);
  const mayChange = mayConfirm && user.directory.kind === 'embedded';
  const editable = mayChange && user.state !== 'deactivated';
  const { pathname, search } = useLocation();
  const role = user.access_request?.role;
  const edit = usePermissionEdit(user, editable, new URLSearchParams(search).has('grant') ? role : undefined);
  const menu = usePersonActions(user, { mayChange, mayConfirm });
  const isHere = useCallback((to: string) => to === pathname, [pathname]);
  const blocker = useLeaveGuard({ isDirty: edit.isDirty, isHere });
  useSubject(user.name);
  return (
    <AppPage
      title={user.name}
      subtitle={[{ label: 'Users', to: '/users' }]}
      parent={{ to: '/users', name: 'Users' }}
      status={
        <>
          <StateChip state={user.state} />
          <UnverifiedChip because={user.unverified_because} />
          <UnconfirmedChip because={user.unconfirmed_because} />
        </>
      }
      fact={user.email}
      actions={[
        {
          label: 'Discard',
          variant: 'default',
          onClick: edit.discard,
          hidden: !editable,
          disabled: edit.count === 0 || edit.saving,
        },
        {
          label: 'Save permissions',
          variant: 'filled',
          onClick: edit.save,
          loading: edit.saving,
          hidden: !editable,
          disabled: edit.count === 0 || edit.refusal !== undefined,
          disabledReason: edit.refusal ?? 'Nothing has changed yet',
        },
      ]}
      menu={menu}
    >
      <DirectoryLine directory={user.directory} />
      <MailboxNote people={user.same_mailbox} className="ls-below-14" />
      {user.access_request !== null && (
        <AccessRequest user={user} request={user.access_request} edit={editable ? edit : undefined} />
      )}
      <div className={classes.layout}>
        <div className={`ls-grid ls-gap-20 ${classes.column}`}>
          <div className={classes.wide}>
            <PermissionsCard edit={edit} editable={editable} />
          </div>
          <div className={classes.later}>
            <ActivityCard userId={user.id} />
          </div>
        </div>
        <div className={`ls-grid ls-gap-20 ${classes.column}`}>
          <PlainWordsCard current={edit.current} becomes={edit.becomes} />
          <UserFacts user={user} />
          <div className={classes.later}>
            <ClaimsCard claims={user.claims} />
          </div>
        </div>
      </div>
      <LeaveDialog
        blocker={blocker}
        consequence={
          edit.count > 1
            ? `${edit.count} changes are not saved and will be lost.`
            : 'Your unsaved changes will be lost.'
        }
      />
    </AppPage>
  );
}

const SIGN_IN = {
  demo: 'Demo directory',
  password: 'E-mail and password',
  tenant: 'Identity provider',
} as const satisfies Record<PeopleDirectory['sign_in'], string>;

function UserFacts({ user }: Readonly<{ user: PersonRead }>) {
  const now = useNow();
  const { state, directory, created_at, invitation, waiting } = user;
  const time = (moment: string) => <Time moment={moment} now={now} />;
  const facts: readonly (readonly [label: string, fact: ReactNode])[] = [
    ['State', STATE_LABELS[state]],
    ['Sign-in', SIGN_IN[directory.sign_in]],
    ['Identity', <IdentityFact key="identity" user={user} now={now} />],
    ...(user.introduced_by.length === 0
      ? []
      : [
          [
            directory.kind === 'hosted' ? 'Confirmed by' : 'Added or invited by',
            <Introducers key="introducers" people={user.introduced_by} />,
          ] as const,
        ]),
    ['Last seen', <LastSeen key="seen" user={user} now={now} />],
    ['Known since', time(created_at)],
    ...(invitation === null ? [] : [['Link works until', time(invitation.expires_at)] as const]),
    ['Drafts open', draftsText(waiting)],
    ['Waiting reviews', waiting.reviews === 0 ? 'none' : waiting.reviews],
  ];
  return (
    <Card>
      <dl className={`ls-ruled ${classes.facts}`} aria-label="Facts">
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

function Introducers({ people }: Readonly<{ people: PersonRead['introduced_by'] }>) {
  return people.map(({ id, name }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <PageLink to={userAddress(id)} className="ls-link">
        {name}
      </PageLink>
    </Fragment>
  ));
}

/** How they were verified, or why not. */
function IdentityFact({ user, now }: Readonly<{ user: PersonRead; now: Date }>) {
  const { verification, unverified_because, unconfirmed_because } = user;
  if (verification === null) return <span className="ls-amber">Not verified. {unverified_because}</span>;
  const { method, at, by } = verification;
  return (
    <>
      {by === null ? VERIFICATION_TEXT[method] : `Confirmed by ${by.name}`}, <Time moment={at} now={now} />
      {unconfirmed_because !== null && <p className="ls-small ls-amber">{unconfirmed_because}</p>}
    </>
  );
}

/** "3 dials, 1 bucket" */
function draftsText({ dial_drafts, bucket_drafts }: PersonRead['waiting']): string {
  const drafts = [dial_drafts > 0 && plural(dial_drafts, 'dial'), bucket_drafts > 0 && plural(bucket_drafts, 'bucket')];
  return drafts.filter(Boolean).join(', ') || 'none';
}

/** The page's skeleton; like every skeleton it appears only after 150 ms. */
export function UserSkeleton() {
  return (
    <div className="ls-appear">
      <p role="status" className="ls-hidden">
        Loading...
      </p>
      <div aria-hidden className={classes.layout}>
        <div className={`ls-grid ls-gap-20 ${classes.column}`}>
          <Card title="Permissions" waiting={12} />
          <Card title="Recent activity" waiting={5} />
        </div>
        <div className={`ls-grid ls-gap-20 ${classes.column}`}>
          <Card title="In plain words" waiting={7} />
          <Card waiting={5} />
        </div>
      </div>
    </div>
  );
}

type Claims = NonNullable<PersonRead['claims']>['standard'];

/** The claims of the last identity token: standard ones first, then those of this provider. */
function ClaimsCard({ claims }: Pick<PersonRead, 'claims'>) {
  return (
    <Card title="Profile" note="From the last sign-in">
      {claims === null ? (
        <p className="ls-ink-3">No sign-in yet</p>
      ) : (
        <>
          <ClaimList title="Standard claims" claims={claims.standard} />
          <ClaimList title="Custom claims" claims={claims.custom} />
        </>
      )}
    </Card>
  );
}

function ClaimList({ title, claims }: Readonly<{ title: string; claims: Claims }>) {
  const id = useId();
  const entries = Object.entries(claims).toSorted(([a], [b]) => a.localeCompare(b));
  return (
    <div className={classes.group}>
      <h3 id={id} className="ls-small ls-bold ls-ink-2 ls-below-8">
        {title}
      </h3>
      {entries.length === 0 ? (
        <p className="ls-ink-3">none</p>
      ) : (
        <Facts labelledBy={id} className={`ls-gap-6 ${classes.claims}`}>
          {entries.map(([name, value]) => (
            <Fact key={name} label={name}>
              {breakable(claimText(value))}
            </Fact>
          ))}
        </Facts>
      )}
    </div>
  );
}

function claimText(value: Claims[string]): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ') || 'none';
  return JSON.stringify(value);
}

/** Addresses are long: break them at sensible places. */
const breakable = (text: string): ReactNode =>
  text.split(/(?<=[@/|])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
