import pg from 'pg';
import { StartError } from '#server/start-error.ts';
import { APPLICATION_ROLE, asApplication, asOwner, type DatabaseConfig, withClient } from './connect.ts';

type SessionIdentity = Readonly<{ login: string; place: string }>;
type Rights = SessionIdentity &
  Readonly<{ powerful: boolean; owns: boolean; memberships: string[]; writes: boolean; rewrites: boolean }>;

const IDENTITY = `session_user as login, current_database() || ' ' || pg_postmaster_start_time() as place`;

/**
 * Checks the application's own login, if configured: same database, sufficient rights, and none that would bypass the
 * audit. Run after the migrations.
 */
export async function checkApplicationLogin(config: DatabaseConfig): Promise<void> {
  if (config.applicationLogin === undefined) return;
  const owner = await ask<SessionIdentity>(asOwner(config), `select ${IDENTITY}`);
  const place = await ask<SessionIdentity>(asApplication(config), `select ${IDENTITY}`);
  if (owner.place !== place.place)
    throw new StartError('DATABASE_APP_URL names another database than DATABASE_URL. Let both name the same one.');
  const login = await ask<Rights>(
    asApplication(config),
    `select ${IDENTITY},
       rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as powerful,
       exists (select from pg_class where relowner = r.oid) as owns,
       array(select g.rolname::text from pg_auth_members m join pg_roles g on g.oid = m.roleid
             where m.member = r.oid and g.rolname <> '${APPLICATION_ROLE}') as memberships,
       has_table_privilege('audit_event', 'insert') as writes,
       has_table_privilege('audit_event', 'update, delete, truncate, trigger') as rewrites
     from pg_roles r where rolname = session_user`,
  );
  const reason = describeExcessRights(login);
  if (reason !== undefined)
    throw new StartError(
      `The login ${login.login} of DATABASE_APP_URL ${reason}, which would let the application around its own audit ` +
        `records. Sign in as ${APPLICATION_ROLE} instead; docs/operation.md has the SQL.`,
    );
  if (!login.writes)
    throw new StartError(
      `The login ${login.login} of DATABASE_APP_URL may not use the tables. Sign in as ${APPLICATION_ROLE}, ` +
        `or let a database administrator run: GRANT ${APPLICATION_ROLE} TO ${pg.escapeIdentifier(login.login)};`,
    );
}

function describeExcessRights({ powerful, owns, memberships, rewrites }: Rights): string | undefined {
  if (powerful) return 'is a superuser or may create roles, databases or replicas';
  if (owns) return 'owns tables';
  if (memberships.length > 0) return `may become ${memberships.join(', ')}`;
  return rewrites ? 'may change audit records' : undefined;
}

/** Whether the owner's login is a superuser. */
export async function isSuperuser(config: DatabaseConfig): Promise<boolean> {
  const { rolsuper } = await ask<{ rolsuper: boolean }>(
    asOwner(config),
    'select rolsuper from pg_roles where rolname = session_user',
  );
  return rolsuper;
}

async function ask<T extends object>(config: pg.PoolConfig, question: string): Promise<T> {
  return withClient({ connectionTimeoutMillis: 10_000, ...config }, async (client) => {
    const { rows } = await client.query<T>(question);
    return rows[0] as T;
  });
}
