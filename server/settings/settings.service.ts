import { Problem } from '#contract/problem.ts';
import type { Settings } from '#contract/settings.ts';
import type { Config } from '#server/config.ts';
import { ping, type Db } from '#server/db/connect.ts';

type Facts = Pick<Settings, 'isBeingSetUp' | 'hasDecisions'>;
type ReadFacts = Readonly<{ [K in keyof Facts]: () => Promise<boolean> }>;

/** Facts may fail: people can sign in while the database is away. */
export function settingsService(config: Config, db: Db, facts: ReadFacts) {
  const settings: Omit<Settings, keyof Facts> = {
    mode: config.mode,
    auth: { domain: config.auth.domain, clientId: config.auth.clientId, audience: config.auth.audience },
    flags: {
      baseUrl: config.flags.url ?? `${config.publicUrl}/api`,
      key: config.flags.key ?? null,
      localOverride: config.flags.localOverride,
    },
    analytics: { host: config.analytics.url ?? `${config.publicUrl}/analytics`, token: config.analytics.token },
    requiredApprovals: config.requiredApprovals,
    sendsMail: config.mail !== undefined,
  };
  return {
    forBrowser: async (): Promise<Settings> => ({
      ...settings,
      isBeingSetUp: await facts.isBeingSetUp().catch(() => false),
      hasDecisions: await facts.hasDecisions().catch(() => false),
    }),
    async health(): Promise<{ status: 'ok' }> {
      try {
        await ping(db);
        return { status: 'ok' };
      } catch {
        throw new Problem('unavailable', 'The database does not answer.');
      }
    },
  };
}
