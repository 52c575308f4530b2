import { type Kysely, sql } from 'kysely';
import { StartError } from '#server/start-error.ts';
import { APPLICATION_ROLE } from './connect.ts';
import { codeOf } from '#server/db/error-code.ts';

/** Tables the application may only insert into. */
const APPEND_ONLY = new Set(['audit_event', 'audit_checkpoint']);

const role = sql.id(APPLICATION_ROLE);

/**
 * Roles belong to the whole installation, while locks belong to one database: servers on other databases may create it
 * at the same time, and losing that race is no failure. Unless the application has its own login, the owner must be able
 * to assume the role.
 */
export async function ensureApplicationRole(
  db: Kysely<unknown>,
  { ownerTakesItOn }: Readonly<{ ownerTakesItOn: boolean }>,
): Promise<void> {
  const { rows } = await sql<{ login: string }>`select quote_ident(session_user) as login`.execute(db);
  const login = rows[0]?.login ?? '';
  try {
    if (!(await roleExists(db))) await ignoreIfDone(sql`create role ${role} nologin`.execute(db));
    if (!ownerTakesItOn) return;
    if (!(await mayBecomeRole(db))) await ignoreIfDone(sql`grant ${role} to ${sql.raw(login)}`.execute(db));
    if (await mayBecomeRole(db)) return;
  } catch (error) {
    // 0LP01: the role exists, and the login may not grant it.
    if (!['42501', '0LP01'].includes(codeOf(error))) throw error;
  }
  const create = (await roleExists(db)) ? '' : `CREATE ROLE ${APPLICATION_ROLE} NOLOGIN; `;
  throw new StartError(
    `Lineslip needs the database role ${APPLICATION_ROLE}, and its user may not set it up. ` +
      `Let a database administrator run: ${create}GRANT ${APPLICATION_ROLE} TO ${login};`,
  );
}

async function roleExists(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_roles where rolname = ${APPLICATION_ROLE}`.execute(db);
  return rows.length > 0;
}

/** From version 16 on, membership and SET ROLE are separate. */
async function mayBecomeRole(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_has_role(session_user, ${APPLICATION_ROLE},
      case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) as may`.execute(db);
  return rows[0]?.may === true;
}

/** 42710 and 23505: someone else created it first. XX000: someone else granted it concurrently. */
async function ignoreIfDone(attempt: Promise<unknown>): Promise<void> {
  await attempt.catch((error: unknown) => {
    if (!['42710', '23505', 'XX000'].includes(codeOf(error))) throw error;
  });
}

/** Runs after every migration, so that a new table needs no grant of its own. */
export async function grantToApplication(db: Kysely<unknown>, migrationTable: string): Promise<void> {
  await sql`grant usage on schema public to ${role}`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tableowner = current_user`.execute(db);
  for (const { name } of rows) {
    const table = sql.table(name);
    await sql`revoke all on ${table} from ${role}`.execute(db);
    if (name.startsWith(migrationTable)) continue;
    const rights = APPEND_ONLY.has(name) ? sql`select, insert` : sql`select, insert, update, delete`;
    await sql`grant ${rights} on ${table} to ${role}`.execute(db);
  }
  const sequences = await sql<{ name: string }>`
    select sequencename as name from pg_sequences where schemaname = 'public' and sequenceowner = current_user`.execute(
    db,
  );
  for (const { name } of sequences.rows) await sql`grant usage on sequence ${sql.table(name)} to ${role}`.execute(db);
}
