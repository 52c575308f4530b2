import { Button } from '@mantine/core';
import type { User } from '#contract/user.ts';
import { CANNOT_GRANT_MISSING, findUngrantable } from '#domain/user/person-change.ts';
import { MAX_REQUEST_REASON } from '#domain/user/access-request.ts';
import { permissionsOf, ROLE_TEXT } from '#domain/user/role.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { requireFields, useForm } from '#web/base/page/useForm.ts';
import { Dialog } from '#web/kit/Dialog.tsx';
import { ReasonField } from '#web/kit/ReasonField.tsx';
import { Time } from '#web/kit/Time.tsx';
import { useNow } from '#web/kit/useNow.ts';
import { useSession } from '#web/base/session/session.tsx';
import type { PermissionEdit } from '#web/user/permissions/usePermissionEdit.ts';
import { applyUser, type PersonRead, refreshUser } from '#web/user/query.ts';

type AccessRequestProps = Readonly<{
  user: PersonRead;
  request: NonNullable<User['access_request']>;
  /** Undefined without the permission to answer. */
  edit: PermissionEdit | undefined;
}>;

/** What a person asks for, with Grant, which fills in the boxes, and Decline. */
export function AccessRequest({ user, request: { role, reason, at }, edit }: AccessRequestProps) {
  const now = useNow();
  const decline = useDialog((close) => <DeclineDialog user={user} onClose={close} />);
  const isLimited = edit && findUngrantable(edit.grantable, edit.current, permissionsOf(role)).length > 0;
  return (
    <section
      aria-label="Request for access"
      className="ls-notice ls-row ls-wrap ls-gap-12 ls-below-16"
      data-tone="amber"
    >
      <div className="ls-grow">
        <p>
          <b>
            {user.name} asks for access as {role}
          </b>
          , <Time moment={at} now={now} />
        </p>
        <p className="ls-ink-2">
          {ROLE_TEXT[role]}.{reason !== '' && ` “${reason}”`} {isLimited && CANNOT_GRANT_MISSING}
        </p>
      </div>
      {edit !== undefined && (
        <div className="ls-row">
          <Button variant="default" size="xs" onClick={() => decline()}>
            Decline
          </Button>
          <Button
            variant="default"
            size="xs"
            disabled={isLimited ?? false}
            onClick={() => edit.fill(permissionsOf(role))}
          >
            Fill in as {role}
          </Button>
        </div>
      )}
    </section>
  );
}

function DeclineDialog({ user, onClose }: Readonly<{ user: PersonRead; onClose: () => void }>) {
  const api = useApi();
  const { person: me } = useSession();
  const change = useChange({
    send: ({ reason }: Readonly<{ reason: string }>) =>
      api.declineAccess({ params: { userId: user.id }, body: { reason: reason.trim() } }, { ifMatch: user.revision }),
    done: 'Request successfully declined',
    failed: 'Failed to decline the request',
    apply: (queries, changed) => applyUser(queries, changed, me.id),
    onDone: onClose,
    onFailed: (queries) => refreshUser(queries, user.id),
  });
  const { field, submit } = useForm({
    initial: { reason: '' },
    check: (form) => requireFields(form, 'reason'),
    change,
    send: change.run,
  });
  return (
    <Dialog
      title={`Decline the request of ${user.name}?`}
      onClose={onClose}
      submit="Decline"
      change={change}
      fields={['reason']}
      onSubmit={submit}
    >
      <ReasonField
        {...field('reason')}
        description={`${user.given_name} reads it, and can ask again.`}
        maxLength={MAX_REQUEST_REASON}
        isFirst
      />
    </Dialog>
  );
}
