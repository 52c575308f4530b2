import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';

export type Letter = Readonly<{
  to: Readonly<{ name: string; email: string }>;
  subject: string;
  text: string;
  /** The address that ends letters of this kind with one click. */
  unsubscribe?: string;
}>;
export type Mailer = Readonly<{
  /** Whether the mail server accepted it. */
  send: (letter: Letter) => Promise<boolean>;
  /** Whether the mail server lets us in. */
  verify: () => Promise<boolean>;
}>;
/** Why it was not sent. The error itself is not passed on: it may contain the address with its password. */
type MailError = Readonly<{ code: string; response: number | undefined }>;

const TIMEOUT_MS = 10_000;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Undefined if no mail server is configured. */
export function createMailer({ mail }: Pick<Config, 'mail'>, onError: (error: MailError) => void): Mailer | undefined {
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
  const succeeds = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
      onError({
        code: typeof code === 'string' ? code : 'unknown',
        response: typeof responseCode === 'number' ? responseCode : undefined,
      });
      return false;
    }
  };
  return {
    send: ({ to, subject, text, unsubscribe }) =>
      succeeds(
        transport.sendMail({
          from: { name: 'Lineslip', address: mail.from },
          to: { name: to.name, address: to.email },
          subject,
          text,
          ...(unsubscribe && {
            headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
          }),
        }),
      ),
    verify: () => succeeds(transport.verify()),
  };
}
