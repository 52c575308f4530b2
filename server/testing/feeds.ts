import { compactVerify, importJWK } from 'jose';
import type { Engine, NewEngineToken } from '#contract/engine.ts';
import type { Channel } from '#domain/feed/channel.ts';
import type { FeedKeys } from '#domain/feed/keys.ts';
import { readRelease, type Release } from '#domain/feed/release.ts';
import type { TestApp } from './app.ts';
import { callsBy } from './calls.ts';

type EngineOptions = Readonly<{ name?: string; channel?: Channel; partners?: readonly number[]; expires_on?: string }>;
type Headers = Readonly<Record<string, string>>;

/** Engines, and the calls that they make. */
export function feedTester(server: TestApp) {
  const { call, good } = callsBy('administrator', server);
  let count = 0;
  const expires = () => new Date(server.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10);

  const addEngine = (options: EngineOptions = {}): Promise<NewEngineToken> =>
    good('POST', '/api/engines', {
      body: { name: `Engine ${(count += 1)}`, channel: 'production', expires_on: expires(), ...options },
    });
  const read = (token: string, path: string, headers: Headers = {}) =>
    server.app.inject({ url: `/feed/v1/${path}`, headers: { authorization: `Bearer ${token}`, ...headers } });
  const send = (token: string, method: 'PUT' | 'POST', path: string, payload: object) =>
    server.app.inject({ method, url: `/feed/v1/${path}`, headers: { authorization: `Bearer ${token}` }, payload });

  /** Verifies the bytes with the published keys. */
  async function verify(jws: string, token: string, channel: Channel): Promise<Release> {
    const { keys } = (await read(token, 'keys')).json<FeedKeys>();
    const { payload } = await compactVerify(jws, async ({ kid }) => {
      const key = keys.find((one) => one.kid === kid && one.channel === channel);
      if (key === undefined) throw new Error(`There is no key ${kid} for ${channel}.`);
      return importJWK({ ...key }, 'EdDSA');
    });
    return readRelease(Buffer.from(payload).toString(), channel);
  }

  return {
    call,
    good,
    addEngine,
    read,
    send,
    verify,
    /** The newest release, verified. */
    async release(token: string, channel: Channel = 'production'): Promise<Release> {
      const answer = await read(token, channel);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return verify(answer.body, token, channel);
    },
    status: (token: string, changes: object = {}) =>
      send(token, 'PUT', 'status', {
        sequence: null,
        applied_at: null,
        source: 'server',
        client: '0.1.0',
        conformance: null,
        error: null,
        ...changes,
      }),
    engine: async (id: string): Promise<Engine | undefined> =>
      (await good<{ engines: Engine[] }>('GET', '/api/engines')).engines.find((one) => one.id === id),
  };
}
