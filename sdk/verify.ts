import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { FeedError, parseJson } from '#domain/feed/read.ts';
import type { Release } from '#domain/feed/release.ts';
import { readKeys, signerOf, trustKeys, verifyRelease } from './trust.ts';

const USAGE = 'Usage: lineslip-verify <file.jws> --keys <keys.json>';

/** Checks the signature of a release with a file of keys to trust. Returns what to print. */
export async function verifyFile(args: readonly string[]): Promise<string> {
  const { file, keys } = readArguments(args);
  const pinned = readKeys(await readJson(keys));
  const jws = (await readText(file)).trim();
  const kid = signerOf(jws);
  const signer = pinned.find((key) => key.kid === kid);
  if (signer === undefined) throw new FeedError(`The release is signed by the key ${kid}, which is not in ${keys}.`);
  const trusted = await trustKeys([signer], [], signer.channel);
  return `Signature valid. ${describeRelease(await verifyRelease(jws, trusted, signer.channel))}`;
}

/** "Sequence 412, production, 3 partners, 102 buckets." */
export function describeRelease({ sequence, channel, buckets }: Release): string {
  const partners = new Set(buckets.map(({ partner }) => partner)).size;
  return `Sequence ${sequence}, ${channel}, ${count(partners, 'partner')}, ${count(buckets.length, 'bucket')}.`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

function readArguments(args: readonly string[]): Readonly<{ file: string; keys: string }> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { keys: { type: 'string' } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file !== undefined && more.length === 0 && values.keys !== undefined) return { file, keys: values.keys };
  } catch {
    // An unknown option.
  }
  throw new FeedError(USAGE);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new FeedError(`${path} cannot be read.`);
  }
}

async function readJson(path: string): Promise<unknown> {
  return parseJson(await readText(path), path);
}
