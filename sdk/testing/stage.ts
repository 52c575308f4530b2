import type { LineslipOptions } from '#sdk/types.ts';
import { createFeed, createSigner, createToken } from './feed.ts';
import type { Lie, Liar } from './lies.ts';
import { startFeedServer } from './server.ts';

/** A feed that publishes true releases, and tells lies in between. */
export type Stage = Liar &
  Readonly<{
    /** What an engine of this feed needs, except its directory. */
    options: Omit<LineslipOptions, 'directory'>;
    /** The next release is there, and true. Returns its sequence. */
    publish: () => Promise<number>;
    /** The next release is there, and this is told about it. */
    tell: (lie: Lie) => Promise<void>;
    /** Everything is true again. */
    repent: () => void;
    close: () => Promise<void>;
  }>;

const RELEASE = 'production.jws';

export async function createStage(random: () => number = () => 0.5): Promise<Stage> {
  const [server, trap] = [await startFeedServer(), await startFeedServer()];
  const [signer, candidate, stranger] = [await createSigner(), await createSigner('candidate'), await createSigner()];
  const releases: string[] = [];
  const liar: Liar = { server, trap, signer, candidate, stranger, releases, random };
  const serve = (jws: string): void => server.put(RELEASE, jws);

  async function prepare(): Promise<string> {
    const { release, documents } = createFeed({ sequence: releases.length + 1 });
    for (const [hash, text] of documents) for (const one of [server, trap]) one.put(`documents/${hash}`, text);
    const jws = await signer.sign(JSON.stringify(release));
    trap.put(RELEASE, jws);
    return jws;
  }

  return {
    ...liar,
    options: { url: server.url, token: createToken(), keys: { keys: [signer.key, candidate.key] } },
    publish: async () => {
      const jws = await prepare();
      releases.push(jws);
      serve(jws);
      return releases.length;
    },
    tell: async (lie) => {
      const jws = await prepare();
      const instead = await lie(liar);
      releases.push(jws);
      serve(instead ?? jws);
    },
    repent: () => {
      server.distort(undefined);
      server.interrupt(/$/, undefined);
      server.listKeys();
      serve(releases.at(-1) ?? '');
    },
    close: async () => {
      await server.close();
      await trap.close();
    },
  };
}
