import { type Kysely, sql } from 'kysely';
import { StartError } from '#server/start-error.ts';
import { APPLICATION_ROLE } from './connect.ts';
import { codeOf } from '#server/db/engine/engine.files.ts';

/** Tables the application may only add to. */
const APPEND_ONLY = new Set(['audit_event', 'audit_checkpoint']);

const role = sql.id(APPLICATION_ROLE);

/**
 * The role belongs to the whole installation, while locks belong to one database: servers on neighbouring databases
 * may make it at the same moment, and losing that race is no failure. Only where the application has no login of its own
 * must the owner be able to take the role on.
 */
export async function ensureApplicationRole(
  db: Kysely<unknown>,
  { ownerTakesItOn }: Readonly<{ ownerTakesItOn: boolean }>,
): Promise<void> {
  const { rows } = await sql<{ login: string }>`select quote_ident(session_user) as login`.execute(db);
  const login = rows[0]?.login ?? '';
  try {
    if (!(await roleExists(db))) await unlessDone(sql`create role ${role} nologin`.execute(db));
    if (!ownerTakesItOn) return;
    if (!(await mayBecomeRole(db))) await unlessDone(sql`grant ${role} to ${sql.raw(login)}`.execute(db));
    if (await mayBecomeRole(db)) return;
  } catch (error) {
    // 0LP01: the role exists, and the login has no right to hand it out.
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

/** From version 16 on, being a member and being allowed to become the role are two things. */
async function mayBecomeRole(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_has_role(session_user, ${APPLICATION_ROLE},
      case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) as may`.execute(db);
  return rows[0]?.may === true;
}

/** 42710 and 23505: someone else made it first. XX000: someone else granted it in the same moment. */
async function unlessDone(attempt: Promise<unknown>): Promise<void> {
  await attempt.catch((error: unknown) => {
    if (!['42710', '23505', 'XX000'].includes(codeOf(error))) throw error;
  });
}

/** For the search. The database's owner may add it by itself, where it is installed at all. */
export async function addTrigrams(db: Kysely<unknown>): Promise<void> {
  try {
    await sql`create extension if not exists pg_trgm`.execute(db);
  } catch (error) {
    throw new StartError(
      `Lineslip needs the extension pg_trgm, and the database does not let it be added (${codeOf(error)}). ` +
        'Install the contrib package of that PostgreSQL, and let a database administrator run: CREATE EXTENSION pg_trgm;',
    );
  }
}

/** Run after every migration, so that a new table needs no grant of its own. */
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
