import type { Invitation, User } from '#contract/user.ts';
import { warnOfMailbox } from '#domain/user/mailbox.ts';
import { parsePermissions } from '#domain/user/permission.ts';
import { roleOf } from '#domain/user/role.ts';
import type { Db } from '#server/db/connect.ts';
import { setTemporaryPassword } from '#server/identity/password.sign-in.ts';
import { StartError } from '#server/start-error.ts';
import type { PeopleCommand } from './people.command.read.ts';
import type { PeopleService } from './people.service.ts';
import { findByEmail } from './user.service.ts';

type Parts = Readonly<{ db: Db; people: PeopleService; now: () => Date }>;
type Named = Readonly<{ name: string; email: string }>;

/** Runs one command with the services of the API; returns the lines to print. */
export async function runPeopleCommand(command: PeopleCommand, parts: Parts): Promise<string[]> {
  switch (command.does) {
    case 'add':
      return add(command, parts);
    case 'list':
      return list(parts);
    case 'grant':
      return grant(command, parts);
    case 'invite': {
      const { user, invitation } = await parts.people.invite(null, await basisOf(command.email, parts));
      return linkLines(user, invitation);
    }
    case 'confirm': {
      const ids = await listConfirmable(command.email, parts);
      const lines: string[] = [];
      for (const id of ids) {
        const user = await parts.people.confirm(null, { id, ifMatch: undefined });
        lines.push(`${nameOf(user)} is verified: their votes count.`);
      }
      return lines;
    }
    case 'deactivate': {
      const user = await parts.people.deactivate(null, await basisOf(command.email, parts));
      return [`${nameOf(user)} is deactivated: signed out at the next refresh, and cannot sign in.`];
    }
  }
}

async function add({ person, temporaryPassword }: Extract<PeopleCommand, { does: 'add' }>, parts: Parts) {
  const { db, people, now } = parts;
  if (temporaryPassword && people.about.sign_in !== 'password')
    throw new StartError(
      'A password is of use with SIGN_IN=password only. Leave --temporary-password out, or set that.',
    );
  const { user, invitation } = await people.add(null, person, { withLink: !temporaryPassword });
  const warning = warnOfMailbox(user.same_mailbox.map((one) => one.name));
  const granted = `Added ${nameOf(user)} with ${grantOf(user.permissions)}.`;
  const added = warning === undefined ? granted : `${granted}\n${warning}`;
  const unverified = `Their votes count once their identity is verified: npm run users -- confirm ${user.email}`;
  if (temporaryPassword) {
    const password = await setTemporaryPassword(db, user.id, now());
    return [added, unverified, 'Password for the first sign-in, which asks for another one:', password];
  }
  if (invitation === null) return [added, 'They are on the sign-in page at once.'];
  return [added, ...(invitation.delivery === 'shown' ? [unverified] : []), ...linkLines(user, invitation)];
}

/** The link itself if it is shown; otherwise how it was delivered. */
function linkLines(user: Named, { delivery, link, expires_at }: Invitation): string[] {
  if (delivery === 'sent') return [`Sent a one-time link to ${user.email}, good until ${moment(expires_at)}.`];
  if (link === null)
    return [
      `The link could not be sent to ${user.email}, and no longer works.`,
      `Check SMTP_URL and try again: npm run users -- invite ${user.email}`,
    ];
  return [`One-time link for ${user.email} to set a password, good until ${moment(expires_at)}:`, link];
}

async function list({ people }: Parts): Promise<string[]> {
  const lines: string[] = [];
  for (const state of ['present', 'deactivated'] as const) {
    let cursor: string | undefined;
    do {
      const page = await people.list({ state, limit: 200, cursor });
      lines.push(...page.items.map(lineOf));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }
  return lines.length > 0 ? lines : ['Nobody is in the directory yet.'];
}

const lineOf = (user: User): string =>
  [nameOf(user), user.state, ...standingOf(user), grantOf(user.permissions)].join(', ');

function standingOf({ verification, unconfirmed_because }: User): string[] {
  if (verification === null) return ['not verified'];
  return unconfirmed_because === null ? [] : ['not confirmed by a second person'];
}

async function grant({ email, permissions }: Extract<PeopleCommand, { does: 'grant' }>, parts: Parts) {
  const basis = await basisOf(email, parts);
  const before = await parts.people.get(basis.id, null);
  const after = await parts.people.setPermissions(null, { ...basis, ifMatch: before.revision }, permissions);
  return [nameOf(after), `before: ${grantOf(before.permissions)}`, `now: ${grantOf(after.permissions)}`];
}

async function basisOf(email: string, { db, people }: Parts): Promise<{ id: string; ifMatch: undefined }> {
  const found = people.about.kind === 'embedded' ? await findByEmail(db, email) : undefined;
  if (found === undefined && people.about.change_at !== null)
    throw new StartError(`People are managed by the tenant ${people.about.change_at}. Change them there.`);
  if (found === undefined) throw new StartError(`Nobody in the directory has the e-mail ${email}.`);
  return { id: found.id, ifMatch: undefined };
}

/** A hosted tenant may have several accounts with one e-mail: all that are not confirmed yet. */
async function listConfirmable(email: string, parts: Parts): Promise<string[]> {
  if (parts.people.about.kind === 'embedded') return [(await basisOf(email, parts)).id];
  const { items } = await parts.people.list({ state: 'present', limit: 200, cursor: undefined, mailbox: email });
  const own = items.filter((one) => one.email.toLowerCase() === email.toLowerCase());
  if (own.length === 0) throw new StartError(`Nobody with the e-mail ${email} has signed in yet.`);
  const open = own.filter((one) => one.verification === null || one.unconfirmed_because !== null);
  return (open.length > 0 ? open : own).map(({ id }) => id);
}

const nameOf = ({ name, email }: Named): string => `${name} <${email}>`;

/** The role if it matches exactly one, otherwise the permissions. */
function grantOf(permissions: readonly string[]): string {
  if (permissions.length === 0) return 'no permissions';
  const role = roleOf(parsePermissions(permissions));
  return role === undefined ? permissions.join(' ') : `the permissions of ${role}`;
}

const moment = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
