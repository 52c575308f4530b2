import { Button, Textarea } from '@mantine/core';
import { type QueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { MyAccess } from '#contract/user.ts';
import { MAX_REQUEST_REASON } from '#domain/user/access-request.ts';
import { type Role, ROLE_TEXT } from '#domain/user/role.ts';
import { useApi } from '#web/base/api/client.tsx';
import { needsSignIn } from '#web/base/api/describeError.ts';
import { apiKey } from '#web/base/api/nouns.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { NoPermissions, UnknownAccess } from '#web/base/page/NoPermissions.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { useFocusAtFirst } from '#web/kit/focus.ts';
import { formatMoment, inSentence } from '#web/kit/format.ts';
import { Timeline, type TimelineItem } from '#web/kit/Timeline.tsx';
import { useNow } from '#web/kit/useNow.ts';
import { Refusal } from '#web/kit/Dialog.tsx';
import { useSession } from '#web/base/session/session.tsx';
import { RoleChoice } from '#web/user/RoleChoice.tsx';
import classes from './AccessCard.module.css';

const CHECK_AGAIN_MS = 10_000;
const applyAccess = (queries: QueryClient, answer: MyAccess) => queries.setQueryData(apiKey('getMyAccess', {}), answer);

/** For people without permissions: ask for them, then wait. The page opens by itself once they are granted. */
export function AccessCard() {
  const { renew } = useSession();
  const query = useApiQuery('getMyAccess', {}, { refetchInterval: CHECK_AGAIN_MS });
  const [editing, setEditing] = useState(false);
  const { data } = query;
  const isGranted = data?.is_granted === true;
  useEffect(() => {
    // A failure is retried with the next answer.
    if (isGranted) renew().catch(() => undefined);
  }, [isGranted, renew]);
  if (data === undefined || needsSignIn(query.error)) return <UnknownAccess query={query} />;
  if (!data.takes_requests) return <NoPermissions />;
  const { request } = data;
  return (
    <div className={`ls-card ${classes.card}`}>
      {request === null || request.declined !== null || editing ? (
        <RequestForm access={data} onDone={() => setEditing(false)} />
      ) : (
        <Requested access={data} request={request} onChange={() => setEditing(true)} />
      )}
    </div>
  );
}

type RequestFormProps = Readonly<{ access: MyAccess; onDone: () => void }>;

function RequestForm({ access, onDone }: RequestFormProps) {
  const api = useApi();
  const { request } = access;
  const [role, setRole] = useState<Role | undefined>(request?.role);
  const [reason, setReason] = useState(request?.reason ?? '');
  const [missing, setMissing] = useState(false);
  const errorId = useId();
  const { run, busy, failure } = useChange({
    send: (chosen: Role) => api.askForAccess({ body: { role: chosen, reason } }),
    failed: 'Failed to ask for access',
    apply: applyAccess,
    onDone,
  });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setMissing(role === undefined);
    if (role !== undefined) void run(role);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
  };
  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      <div className={classes.body}>
        {request?.declined && <Declined {...request.declined} />}
        <p className={`ls-bold ${classes.title}`}>Nothing to see here. Please request permissions to get started.</p>
        {access.text !== null && <p className="ls-ink-2 ls-above-8">{access.text}</p>}
        <RoleChoice
          label="Access as"
          role={role}
          takesFocus
          errorId={missing ? errorId : undefined}
          onChange={(chosen) => {
            setRole(chosen);
            setMissing(false);
          }}
        />
        {missing && (
          <p id={errorId} role="alert" className="ls-small ls-red ls-above-8">
            Choose what you need
          </p>
        )}
        <Textarea
          className="ls-above-14"
          label={
            <>
              What for <span className="ls-ink-3">(optional)</span>
            </>
          }
          autosize
          minRows={1}
          maxRows={6}
          maxLength={MAX_REQUEST_REASON}
          value={reason}
          error={failure?.field('reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Refusal failure={failure} className="ls-above-12" />
      </div>
      <div className="ls-dialog-bar">
        <span className="ls-grow ls-small ls-ink-3">
          {nameRecipients(access)} {howNotified(access, access.people.length > 1 ? 'are' : 'is')}
        </span>
        <Button type="submit" loading={busy}>
          Ask for access
        </Button>
      </div>
    </form>
  );
}

function Declined({ by, at, reason }: NonNullable<NonNullable<MyAccess['request']>['declined']>) {
  return (
    <div role="status" className="ls-notice ls-below-14" data-tone="amber">
      <p className="ls-bold">
        {by} declined, {formatMoment(at, useNow())}
      </p>
      <p>“{reason}”</p>
    </div>
  );
}

type RequestedProps = Readonly<{
  access: MyAccess;
  request: NonNullable<MyAccess['request']>;
  onChange: () => void;
}>;

function Requested({ access, request, onChange }: RequestedProps) {
  const api = useApi();
  const now = useNow();
  const { role, reason, at, again_at } = request;
  const withdrawing = useChange({
    send: () => api.withdrawAccessRequest(),
    failed: 'Failed to withdraw the request',
    apply: applyAccess,
  });
  const again = useChange({
    send: () => api.askForAccess({ body: { role, reason } }),
    done: 'Asked again',
    failed: 'Failed to ask for access',
    apply: applyAccess,
  });
  const mayAskAgain = Date.parse(again_at) <= now.getTime();
  const what = `${ROLE_TEXT[role]}.${reason === '' ? '' : ` “${reason}”`}`;
  const items: TimelineItem[] = [
    { name: 'You asked', when: formatMoment(at, now), text: what, look: 'newest' },
    {
      name: `${nameRecipients(access)} ${access.people.length > 1 ? 'were' : 'was'} notified`,
      when: formatMoment(at, now),
      text: access.by_mail ? 'In Lineslip and by e-mail.' : 'In Lineslip.',
      look: 'newest',
    },
    {
      name: 'Waiting for an answer',
      when: '',
      text: mayAskAgain ? 'You can ask again.' : `From ${inSentence(formatMoment(again_at, now))} you can ask again.`,
      look: 'open',
    },
  ];
  return (
    <>
      <div className={classes.body}>
        <span className="ls-pill ls-small ls-semi" data-tone="amber">
          Access requested
        </span>
        <h2 ref={useFocusAtFirst<HTMLHeadingElement>()} tabIndex={-1} className={`ls-above-8 ${classes.title}`}>
          You asked for access as {role}
        </h2>
        <p className="ls-ink-3 ls-below-16">This page opens by itself as soon as someone grants it.</p>
        <Timeline items={items} label="Your request" moreLabel={() => ''} />
      </div>
      <div className="ls-dialog-bar">
        <Button variant="subtle" loading={withdrawing.busy} onClick={() => void withdrawing.run()}>
          Withdraw
        </Button>
        <span className="ls-grow" />
        <Button variant="default" onClick={onChange}>
          Change what I asked for
        </Button>
        {mayAskAgain && (
          <Button loading={again.busy} onClick={() => void again.run()}>
            Ask again
          </Button>
        )}
      </div>
    </>
  );
}

/** "Ann", "Ann and Bo", "Ann, Bo and Cy". */
const nameRecipients = ({ people }: MyAccess): string =>
  new Intl.ListFormat('en-GB').format(people.map(({ name }) => name));

const howNotified = ({ by_mail }: MyAccess, are: string): string =>
  by_mail ? `${are} notified, here and by e-mail` : `${are} notified here`;
