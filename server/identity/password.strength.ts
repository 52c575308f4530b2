import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

type Person = Readonly<{ name: string; email: string }>;
type Match = Readonly<{ pattern: string; dictionaryName?: unknown }>;

/** Of 4. Three resists an offline attack on stolen hashes for a while. */
const MIN_SCORE = 3;
/** More characters cost time; a weak start is refused anyway. */
const MAX_CHARACTERS_CHECKED = 72;

let loading: Promise<ZxcvbnFactory> | undefined;

/** The dictionaries take memory: they are loaded when the first password is set. */
function loadEstimator(): Promise<ZxcvbnFactory> {
  loading ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([core, common]) => new core.ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs }),
  );
  return loading;
}

/** Why a password is too easy to guess, and what to do about it; undefined if it is fine. */
export async function refuseWeakPassword(password: string, { name, email }: Person): Promise<string | undefined> {
  const estimator = await loadEstimator();
  const start = [...password.normalize('NFC')].slice(0, MAX_CHARACTERS_CHECKED).join('');
  const personalWords = [name, ...name.split(/\s+/), email, ...email.split(/[@.]/), 'lineslip'].filter(
    (word) => word !== '',
  );
  const { score, sequence } = estimator.check(start, personalWords);
  if (score >= MIN_SCORE) return undefined;
  return `This is easy to guess: ${reasonOf(sequence)}. Please use a few words that do not belong together.`;
}

const REASONS: readonly (readonly [(match: Match) => boolean, string])[] = [
  [
    ({ dictionaryName }) => dictionaryName === 'userInputs',
    'it is made of your name, your e-mail or the name Lineslip',
  ],
  [({ pattern }) => pattern === 'dictionary', 'it is on a list of common passwords, or made of them'],
  [({ pattern }) => pattern === 'repeat', 'it repeats itself'],
  [({ pattern }) => pattern === 'sequence', 'its characters follow each other, like abc or 123'],
  [({ pattern }) => pattern === 'spatial', 'its keys lie side by side on the keyboard'],
  [({ pattern }) => pattern === 'date', 'it is made of a date'],
];

function reasonOf(sequence: readonly Match[]): string {
  const found = REASONS.find(([applies]) => sequence.some(applies));
  return found?.[1] ?? 'it is too simple';
}
