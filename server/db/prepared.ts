import { sql } from 'kysely';
import pg from 'pg';

/** The number of statements prepared per connection; later ones are sent unprepared. */
const MAX_PREPARED = 300;
const MAX_REMEMBERED = 2000;

/** Marks a statement whose best plan depends on its parameters. */
export const PLANNED_EACH_TIME = sql.raw('/* planned each time */');

const NOT_PREPARED = [
  /planned each time/,
  // Columns added later would change the announced result.
  /^select \*/,
  // Multiple statements cannot be prepared.
  /;/,
  // There is nothing to plan.
  /^(begin|commit|rollback|start|savepoint|release)/,
];

/** Names statements that run repeatedly; one-off statements get no name. */
function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const ranOnce = new Set<string>();
  return (text) => {
    const existing = names.get(text);
    if (existing !== undefined || names.size === MAX_PREPARED) return existing;
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

/** The client class of one pool. Each connection parses and plans a statement once. */
export function preparingClient(): typeof pg.Client {
  const nameOf = statementNames();
  return class PreparingClient extends pg.Client {
    // Only changes the call signature that our stores use.
    override query(...sent: unknown[]): never {
      const [text, values] = sent;
      const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined;
      const prepared = name === undefined ? sent : [{ name, text, values }, ...sent.slice(2)];
      return super.query(...(prepared as Parameters<pg.Client['query']>)) as never;
    }
  };
}
