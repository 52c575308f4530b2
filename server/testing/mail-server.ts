import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';

export type Letter = Readonly<{ from: string; to: readonly string[]; text: string }>;

/** A real mail server on this machine. It stores all mails, or rejects everything. While it holds, it accepts nothing yet. */
export async function startMailServer() {
  const letters: Letter[] = [];
  const state = { refuses: false, isFree: Promise.resolve() };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'lineslip' }),
    onRcptTo: (_address, _session, done) => done(state.refuses ? new Error('No such mailbox') : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope;
        letters.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString('utf8').replaceAll('=\r\n', '').replaceAll('=3D', '='),
        });
        await state.isFree;
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://lineslip:mail-secret@localhost:${port}`,
    letters,
    refuse: (refuses: boolean) => void (state.refuses = refuses),
    /** Returns what ends it. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      state.isFree = promise;
      return resolve;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
