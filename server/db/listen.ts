import pg from 'pg';
import { asApplication, type DatabaseConfig, type Db } from './connect.ts';
import { sql } from 'kysely';

export type Listener = Readonly<{
  /** Resolves after the first connection attempt, successful or not: a server starts without it, too. */
  started: Promise<void>;
  close: () => Promise<void>;
}>;

export type Subscription = Readonly<{
  channel: string;
  onMessage: (message: string) => void;
  /** The connection is established, for the first time or again: messages in between were missed. */
  onConnected: () => void;
}>;

type ListenOptions = Readonly<{
  subscriptions: readonly Subscription[];
  onLost: (error: unknown) => void;
  /** How often the connection is checked, and how long an answer may take. */
  checks?: Readonly<{ everyMs: number; timeoutMs: number }>;
}>;

const PAUSES_MS = { first: 100, most: 5000 } as const;
const CHECKS = { everyMs: 30_000, timeoutMs: 10_000 } as const;

/**
 * A connection outside the pool that receives the notifications of some channels. It reconnects with backoff, and pings
 * regularly, because a silent break would go unnoticed.
 */
export function listen(config: DatabaseConfig, { subscriptions, onLost, checks = CHECKS }: ListenOptions): Listener {
  let closed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause: number = PAUSES_MS.first;

  async function connect(): Promise<void> {
    const mine = new pg.Client({
      connectionTimeoutMillis: checks.timeoutMs,
      query_timeout: checks.timeoutMs,
      keepAlive: true,
      application_name: 'lineslip listener',
      ...asApplication(config),
    });
    client = mine;
    let broken = false;
    const lost = (error: unknown): void => {
      if (broken || closed) return;
      broken = true;
      onLost(error);
      retry();
      void disconnect(mine);
    };
    mine.on('error', lost);
    mine.on('end', () => lost(new Error('The connection of the listener ended.')));
    mine.on('notification', ({ channel, payload = '' }) => {
      for (const subscription of subscriptions) if (subscription.channel === channel) subscription.onMessage(payload);
    });
    try {
      await mine.connect();
      for (const { channel } of subscriptions) await mine.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      lost(error);
      return;
    }
    if (broken || closed) return;
    pause = PAUSES_MS.first;
    for (const { onConnected } of subscriptions) onConnected();
    check(mine, lost);
  }

  function check(mine: pg.Client, lost: (error: unknown) => void): void {
    timer = setTimeout(() => {
      mine.query('select 1').then(() => mine === client && !closed && check(mine, lost), lost);
    }, checks.everyMs).unref();
  }

  function retry(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), pause).unref();
    pause = Math.min(pause * 2, PAUSES_MS.most);
  }

  return {
    started: connect(),
    close: async () => {
      closed = true;
      clearTimeout(timer);
      if (client) await disconnect(client);
    },
  };
}

/** A broken connection cannot be closed properly. */
async function disconnect(client: pg.Client): Promise<void> {
  await client.end().catch(() => undefined);
}

/** Delivered to every server on this database when the transaction commits. */
export async function notify(trx: Db, channel: string, messages: readonly string[]): Promise<void> {
  if (messages.length === 0) return;
  await sql`select pg_notify(${channel}, message) from unnest(${messages}::text[]) as payload (message)`.execute(trx);
}
