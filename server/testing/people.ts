import type { UserProfile } from '#contract/user.ts';
import type { TestApp } from './app.ts';

type Method = 'GET' | 'POST' | 'PUT';
type Sent = Readonly<{ ifMatch?: string; body?: object; who?: string | readonly string[] }>;
export type Refusal = Readonly<{ type: string; status: number; detail: string; errors?: object[] }>;
export type Profile = UserProfile;
/** Everyone of the demo directory is there; the administrator calls, unless someone else is named. */
export function peopleTester(server: () => TestApp) {
  let added = 0;

  async function call(method: Method, url: string, { ifMatch, body, who = 'administrator' }: Sent = {}) {
    const headers = { ...(await server().as(who)), ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }) };
    return server().app.inject({ method, url, headers, ...(body && { payload: body }) });
  }
  async function good<T>(method: Method, url: string, sent?: Sent): Promise<T> {
    const answer = await call(method, url, sent);
    if (answer.statusCode !== 200) throw new Error(`${method} ${url} answered ${answer.body}`);
    return answer.json<T>();
  }
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

    /** What was recorded of a person, in order. */
    async records(id: string) {
      return server()
        .database.db.selectFrom('audit_event')
        .select(['action', 'actor_id', 'detail'])
        .where('object_type', '=', 'person')
        .where('object_id', '=', id)
        .orderBy('seq')
        .execute();
    },
  };
}
