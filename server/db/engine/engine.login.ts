import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { StartError } from '#server/start-error.ts';
import { APPLICATION_ROLE, withClient } from '#server/db/connect.ts';
import { codeOf } from './engine.files.ts';
import type { Home } from './engine.home.ts';

const LOGIN_LOCK = 7_153_220_003;

/** An ordinary login that cannot become a more powerful one. */
const ATTRIBUTES = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';

/**
 * The application has its own login, with its password stored next to the engine's. Older data folders have none, or a
 * role that cannot sign in: this fixes both.
 */
export async function prepareApplicationLogin(home: Home, owner: pg.PoolConfig): Promise<pg.PoolConfig> {
  const login = {
    user: APPLICATION_ROLE,
    password: await readOrCreatePassword(join(home.folder, 'application-password')),
  };
  if (!(await canLogIn({ ...owner, ...login }))) await setPassword(owner, login.password);
  return login;
}

/** If two servers start at once, both use what the first one wrote. */
async function readOrCreatePassword(file: string): Promise<string> {
  const fresh = `${file}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    return await readFile(file, 'utf8').catch(async (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      await writeFile(fresh, randomBytes(24).toString('base64url'), { mode: 0o600 });
      await link(fresh, file).catch((reason: unknown) => {
        if (codeOf(reason) !== 'EEXIST') throw reason;
      });
      return readFile(file, 'utf8');
    });
  } catch (error) {
    throw new StartError(
      `The password of the application's database login cannot be stored in ${file} (${codeOf(error)}). ` +
        'Make the file readable and its folder writable for the account that starts Lineslip.',
    );
  } finally {
    await rm(fresh, { force: true });
  }
}

async function canLogIn(config: pg.PoolConfig): Promise<boolean> {
  try {
    return await withClient(config, async () => true);
  } catch (error) {
    // 28P01: another password, or no such role. 28000: a role that may not sign in.
    if (['28P01', '28000'].includes(codeOf(error))) return false;
    throw error;
  }
}

/** Under a lock, because a failed statement is logged by the engine, including the password. */
async function setPassword(owner: pg.PoolConfig, password: string): Promise<void> {
  await withClient(owner, async (client) => {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(${LOGIN_LOCK})`);
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [APPLICATION_ROLE]);
    const verb = rowCount === 0 ? 'create' : 'alter';
    await client.query(`${verb} role ${APPLICATION_ROLE} ${ATTRIBUTES} password ${pg.escapeLiteral(password)}`);
    await client.query('commit');
  });
}
