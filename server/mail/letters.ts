import type { Role } from '#domain/user/role.ts';
import type { Letter } from './mailer.ts';

type Recipient = Letter['to'];

/** `expiresAt`: ISO 8601, UTC. `by`: who created the link; null: the command line. */
type Link = Readonly<{ link: string; expiresAt: string; by: string | null }>;

/** A one-time link, to the person only. */
export function linkLetter(to: Recipient, { link, expiresAt, by }: Link): Letter {
  const until = `${expiresAt.slice(0, 10)} ${expiresAt.slice(11, 16)} UTC`;
  const text = [
    `Hello ${to.name},`,
    `${by ?? 'An administrator'} has made a link for you to set your password for Lineslip:`,
    link,
    `It works once, until ${until}. Please keep it to yourself.`,
    `If you did not expect it, tell an administrator${by === null ? '' : ` other than ${by}`}.`,
  ].join('\n\n');
  return { to, subject: 'Your link to Lineslip', text };
}

type Request = Readonly<{ by: Recipient; role: Role; reason: string; page: string }>;

/** A request for access, to those who may grant it. */
export function accessLetter(to: Recipient, { by, role, reason, page }: Request): Letter {
  const text = [
    `Hello ${to.name},`,
    `${by.name} (${by.email}) asks for access to Lineslip as ${role}.`,
    ...(reason === '' ? [] : [`“${reason}”`]),
    `Grant or decline it here: ${page}`,
  ].join('\n\n');
  return { to, subject: `${by.name} asks for access as ${role}`, text };
}
