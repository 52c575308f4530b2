import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';

export type LinkLetter = Readonly<{
  name: string;
  email: string;
  link: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
  /** Who created the link; null: the command line. */
  by: string | null;
}>;
export type LinkMail = Readonly<{
  /** Whether the mail server accepted it. */
  send: (letter: LinkLetter) => Promise<boolean>;
}>;
/** Why it was not sent. The error itself is not passed on: it may contain the address with its password. */
type MailError = Readonly<{ code: string; response: number | undefined }>;

const TIMEOUT_MS = 10_000;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Mails one-time links to the person only. Undefined if no mail server is configured. */
export function linkMail({ mail }: Pick<Config, 'mail'>, onError: (error: MailError) => void): LinkMail | undefined {
  if (mail === undefined) return undefined;
  const transport = createTransport({
    url: mail.url,
    // A link is as sensitive as a password: it must not cross a network unencrypted.
    requireTLS: !LOOPBACK.test(new URL(mail.url).hostname),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(letter) {
      try {
        await transport.sendMail({
          from: { name: 'Lineslip', address: mail.from },
          to: { name: letter.name, address: letter.email },
          subject: 'Your link to Lineslip',
          text: textOf(letter),
        });
        return true;
      } catch (error) {
        const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
        onError({
          code: typeof code === 'string' ? code : 'unknown',
          response: typeof responseCode === 'number' ? responseCode : undefined,
        });
        return false;
      }
    },
  };
}

function textOf({ name, link, expiresAt, by }: LinkLetter): string {
  const until = `${expiresAt.slice(0, 10)} ${expiresAt.slice(11, 16)} UTC`;
  return [
    `Hello ${name},`,
    `${by ?? 'An administrator'} has made a link for you to set your password for Lineslip:`,
    link,
    `It works once, until ${until}. Please keep it to yourself.`,
    `If you did not expect it, tell an administrator${by === null ? '' : ` other than ${by}`}.`,
  ].join('\n\n');
}
