import { parseArgs } from 'node:util';
import { contract } from '#contract/contract.ts';
import { parsePermissions, printPermissions } from '#domain/user/permission.ts';
import { isRole, permissionsOf, ROLES } from '#domain/user/role.ts';
import { isSignInMode, SIGN_IN_MODES, type SignInMode } from '#domain/user/sign-in-mode.ts';
import { StartError } from '#server/start-error.ts';
import type { NewPerson } from './directory.ts';

export type PeopleCommand =
  | Readonly<{ does: 'add'; person: NewPerson; temporaryPassword: boolean }>
  | Readonly<{ does: 'list' }>
  | Readonly<{ does: 'grant'; email: string; permissions: readonly string[] }>
  | Readonly<{ does: 'invite' | 'confirm' | 'deactivate'; email: string }>;
/** The one command that is not about a person. */
export type ModeCommand = Readonly<{ does: 'mode'; mode: SignInMode }>;

export const USAGE = `npm run users -- add <e-mail> "<Given Family>" [--role <role> | --permission <scope:action> …] [--temporary-password]
npm run users -- list
npm run users -- grant <e-mail> --role <role> | --permission <scope:action> …
npm run users -- invite <e-mail>
npm run users -- confirm <e-mail>
npm run users -- deactivate <e-mail>
npm run users -- mode ${SIGN_IN_MODES.join('|')}
Roles: ${ROLES.join(', ')}.`;

/** The number of arguments of each command, including its name. */
const WORDS: ReadonlyMap<string, number> = new Map([
  ['add', 3],
  ['list', 1],
  ['grant', 2],
  ['invite', 2],
  ['confirm', 2],
  ['deactivate', 2],
  ['mode', 2],
]);

const wrong = (sentence: string) => new StartError(`${sentence}\n\n${USAGE}`);

/** Parses the arguments, or throws a message that says what is wrong. Opens nothing. */
export function readPeopleCommand(args: readonly string[]): PeopleCommand | ModeCommand {
  const { values, positionals } = parse(args);
  const [does, email, name] = positionals;
  const { role, permission, 'temporary-password': temporaryPassword = false } = values;
  const granted = role !== undefined || permission !== undefined;
  if (does === undefined) throw wrong('Say what to do: add, list, grant, invite, confirm, deactivate or mode.');
  const most = WORDS.get(does);
  if (most === undefined) throw wrong(`There is no command ${does}.`);
  const extra = positionals[most];
  if (extra !== undefined) throw wrong(`"${extra}" is one word too many. A name of several words goes in quotes.`);
  if (granted && does !== 'add' && does !== 'grant') throw wrong(`${does} takes neither --role nor --permission.`);
  if (temporaryPassword && does !== 'add') throw wrong(`${does} does not take --temporary-password.`);
  if (does === 'list') return { does };
  if (does === 'mode') return { does, mode: readMode(email) };
  if (email === undefined) throw wrong('Say whose: an e-mail is missing.');
  if (does === 'add') return { does, person: newPerson(email, name, readGrant(role, permission)), temporaryPassword };
  if (does === 'invite' || does === 'confirm' || does === 'deactivate') return { does, email };
  if (!granted) throw wrong('Say what to grant: --role or --permission is missing.');
  return { does: 'grant', email, permissions: readGrant(role, permission) };
}

function readMode(word: string | undefined): SignInMode {
  if (word === undefined || !isSignInMode(word)) throw wrong(`Say how people sign in: ${SIGN_IN_MODES.join(', ')}.`);
  return word;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        role: { type: 'string' },
        permission: { type: 'string', multiple: true },
        'temporary-password': { type: 'boolean' },
      },
    });
  } catch (error) {
    throw wrong(error instanceof Error ? (error.message.split('. ')[0] ?? '') + '.' : String(error));
  }
}

function readGrant(role: string | undefined, entries: readonly string[] | undefined): string[] {
  if (role !== undefined && entries !== undefined) throw wrong('Use --role or --permission, not both.');
  if (role !== undefined) {
    if (!isRole(role)) throw wrong(`There is no role ${role}.`);
    return printPermissions(permissionsOf(role));
  }
  const unknown = entries?.find((entry) => printPermissions(parsePermissions([entry])).length === 0);
  if (unknown !== undefined) throw wrong(`There is no permission ${unknown}.`);
  return printPermissions(parsePermissions(entries ?? []));
}

/** By the same rules as the API. */
function newPerson(email: string, name: string | undefined, permissions: readonly string[]): NewPerson {
  const words = (name ?? '').trim().split(/\s+/);
  const family_name = words.pop() ?? '';
  const given_name = words.join(' ');
  if (given_name === '') throw wrong('Say who it is: "<Given Family>", with a space between, in quotes.');
  const read = contract.addUser.body.safeParse({ given_name, family_name, email, permissions });
  if (read.success) return read.data;
  throw wrong(read.error.issues.map(({ message }) => `${message}.`).join(' '));
}
