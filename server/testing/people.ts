import type { UserProfile } from '#contract/user.ts';
import type { TestApp } from './app.ts';
import { auditRecords, lastRefusal } from './records.ts';
import { callsBy, type Sent } from './calls.ts';

export type Refusal = Readonly<{ type: string; status: number; detail: string; errors?: object[] }>;
/** Calls about people of the demo directory, by the administrator unless someone else is named. */
export function peopleTester(server: TestApp) {
  const { call, good } = callsBy('administrator', server);
  let added = 0;
  const urlOf = (id: string, rest = '') => `/api/users/${encodeURIComponent(id)}${rest}`;
  const get = (id: string) => good<UserProfile>('GET', urlOf(id));

  return {
    call,
    good,
    get,
    urlOf,
    async add(permissions: readonly string[] = [], named: Readonly<{ email?: string; family_name?: string }> = {}) {
      added += 1;
      const body = { given_name: 'Pat', family_name: `Number ${added}`, email: `pat.${added}@example.test` };
      const sent = { body: { ...body, ...named, permissions } };
      return good<{ user: UserProfile; invitation: { link: string; expires_at: string } | null }>(
        'POST',
        '/api/users',
        sent,
      );
    },
    invite: ({ id, revision }: Pick<UserProfile, 'id' | 'revision'>) =>
      good<{ user: UserProfile; invitation: { link: string | null } }>('POST', urlOf(id, '/invitation'), {
        ifMatch: revision,
      }),
    grant: (id: string, ifMatch: string, permissions: readonly string[], who?: Sent['who']) =>
      call('PUT', urlOf(id, '/permissions'), { ifMatch, body: { permissions }, ...(who !== undefined && { who }) }),
    deactivate: (id: string, ifMatch: string, who?: Sent['who']) =>
      call('POST', urlOf(id, '/deactivate'), { ifMatch, ...(who !== undefined && { who }) }),

    records: (object: string) => auditRecords(server.database.db, { object }),
    lastRefusal: (object: string) => lastRefusal(server.database.db, object),
  };
}
