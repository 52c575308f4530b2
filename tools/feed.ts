import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CHANNELS, type Channel } from '#domain/feed/channel.ts';
import { readConfig } from '#server/config.ts';
import { continueAfter, exportFeed, printKeys, rotateKey } from '#server/feed/feed.command.ts';
import { StartError } from '#server/start-error.ts';
import { queryDatabase, runCommand } from './command.ts';

const USAGE =
  'npm run feed -- keys [--out <file>] | rotate [--revoke] | export <folder> [--channel candidate] | continue-after <sequence> ' +
  '[--channel candidate]. ' +
  '--revoke: the old key is no longer trusted, because somebody else may have it';

/** `npm run feed`: the keys of the feed, and its content as files. A running server is not affected. */
export async function feed(args: readonly string[], environment: NodeJS.ProcessEnv, now = new Date()): Promise<string> {
  const { command, operand, channel, revoke, out } = read(args);
  const config = readConfig(environment, join(import.meta.dirname, '..'));
  return queryDatabase(config, async (db) => {
    const options = { db, config, now };
    if (command === 'keys') {
      const keys = await printKeys(options);
      if (out === undefined) return keys;
      await writeFile(out, `${keys}\n`);
      return `Wrote the public keys to ${out}.`;
    }
    if (command === 'export') {
      const { sequence, documents } = await exportFeed(options, operand, channel);
      return `Wrote sequence ${sequence} of ${channel} with ${documents} documents to ${operand}.`;
    }
    if (command === 'continue-after') {
      const { sequence } = await continueAfter(options, Number(operand), channel);
      return `Wrote sequence ${sequence} of ${channel}.`;
    }
    const { kids, secret } = await rotateKey(options, { revokes: revoke });
    return [
      `New keys: ${CHANNELS.map((one) => `${one} ${kids[one]}`).join(', ')}.`,
      ...(secret === undefined ? [] : [`Set FEED_KEY to ${secret} and restart every server.`]),
      revoke
        ? 'The old keys are revoked: give every engine the file of npm run feed -- keys --out keys.json.'
        : 'Engines that trust the old keys accept the new ones by themselves.',
    ].join('\n');
  });
}

/** What each command needs after its name. */
const OPERANDS = {
  keys: /^$/,
  rotate: /^$/,
  export: /./,
  'continue-after': /^\d{1,9}$/,
} as const satisfies Record<string, RegExp>;

type Command = Readonly<{
  command: keyof typeof OPERANDS;
  operand: string;
  channel: Channel;
  revoke: boolean;
  /** The file to write the keys to: npm prints a banner of its own where a command prints. */
  out: string | undefined;
}>;

function read(args: readonly string[]): Command {
  try {
    const options = {
      revoke: { type: 'boolean', default: false },
      channel: { type: 'string' },
      out: { type: 'string' },
    } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [name = '', operand = '', ...rest] = positionals;
    const channel = CHANNELS.find((one) => one === (values.channel ?? 'production'));
    const command = (Object.keys(OPERANDS) as (keyof typeof OPERANDS)[]).find((one) => one === name);
    const isOutKnown = values.out === undefined || (command === 'keys' && values.out !== '');
    if (
      command !== undefined &&
      channel !== undefined &&
      isOutKnown &&
      rest.length === 0 &&
      OPERANDS[command].test(operand)
    )
      return { command, operand, channel, revoke: values.revoke, out: values.out };
  } catch {
    // Reported below.
  }
  throw new StartError(`This is not how the command is called. It is: ${USAGE}.`);
}

if (import.meta.main) await runCommand(async () => console.log(await feed(process.argv.slice(2), process.env)));
