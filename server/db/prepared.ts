import { sql } from 'kysely';
import pg from 'pg';

/** So many statements are prepared on each connection; those that come later are sent whole each time. */
const MAX_PREPARED = 300;
const MAX_REMEMBERED = 2000;

/** What a table gets in addition later would be more than was announced. */
const TAKES_ALL_COLUMNS = /^select \*/;
/** Several at once cannot be prepared. */
const MAY_BE_SEVERAL = /;/;
/** Before a statement whose best plan depends on what is asked for. */
export const PLANNED_EACH_TIME = sql.raw('/* planned each time */');
/** There is nothing to plan. */
const OF_TRANSACTION = /^(begin|commit|rollback|start|savepoint|release)/;
const NOT_PREPARED = [TAKES_ALL_COLUMNS, MAY_BE_SEVERAL, OF_TRANSACTION, /planned each time/];

const names = new Map<string, string>();
const ranOnce = new Set<string>();

/** The name of a statement that ran before; those written for one occasion never get one. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === MAX_PREPARED) return known;
  if (NOT_PREPARED.some((pattern) => pattern.test(text))) return undefined;
  if (!ranOnce.delete(text)) {
    if (ranOnce.size === MAX_REMEMBERED) ranOnce.clear();
    ranOnce.add(text);
    return undefined;
  }
  const name = `lineslip_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** A connection that reads and plans a statement once, however often it runs. */
export class PreparingClient extends pg.Client {
  // The many ways to call it are those of pg; only the one that our stores use is changed.
  override query(...sent: unknown[]): never {
    const [text, values] = sent;
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined;
    const asked = name === undefined ? sent : [{ name, text, values }, ...sent.slice(2)];
    return super.query(...(asked as Parameters<pg.Client['query']>)) as never;
  }
}
