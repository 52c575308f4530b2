import { sql } from 'kysely';
import pg from 'pg';

/** So many statements are prepared on each connection of a pool; those that come later are sent whole each time. */
const MAX_PREPARED = 300;
const MAX_REMEMBERED = 2000;

/** Before a statement whose best plan depends on what is asked for. */
export const PLANNED_EACH_TIME = sql.raw('/* planned each time */');

const NOT_PREPARED = [
  /planned each time/,
  // What a table gets in addition later would be more than was announced.
  /^select \*/,
  // Several at once cannot be.
  /;/,
  // There is nothing to plan.
  /^(begin|commit|rollback|start|savepoint|release)/,
];

/** Names each statement that runs again; those written for one occasion never get a name. */
function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const ranOnce = new Set<string>();
  return (text) => {
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
  };
}

/** The connections of one pool. Each reads and plans a statement once, however often it runs. */
export function preparingClient(): typeof pg.Client {
  const nameOf = statementNames();
  return class PreparingClient extends pg.Client {
    // The many ways to call it are those of pg; only the one that our stores use is changed.
    override query(...sent: unknown[]): never {
      const [text, values] = sent;
      const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined;
      const asked = name === undefined ? sent : [{ name, text, values }, ...sent.slice(2)];
      return super.query(...(asked as Parameters<pg.Client['query']>)) as never;
    }
  };
}
