import { matchesGlob } from 'node:path';

/** One instruction of a Containerfile: its name, its flags, and the rest as it stands there. */
export type Instruction = Readonly<{ name: string; flags: Readonly<Record<string, string>>; rest: string }>;

/** The instructions that we use, and that `npm run image` can carry out in a folder. */
const KNOWN: ReadonlySet<string> = new Set([
  'ARG',
  'CMD',
  'COPY',
  'ENV',
  'EXPOSE',
  'FROM',
  'HEALTHCHECK',
  'RUN',
  'USER',
  'VOLUME',
  'WORKDIR',
]);

export function parseContainerfile(text: string): readonly Instruction[] {
  return text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', flags = '', rest = ''] = /^(\w+) ((?:--[\w-]+=\S+ )*)(.+)$/.exec(line) ?? [];
      if (!KNOWN.has(name)) throw new Error(`"${line}" is an instruction that the folder cannot follow.`);
      const given = Array.from(flags.matchAll(/--([\w-]+)=(\S+)/g), ([, flag = '', value = '']) => [flag, value]);
      return { name, flags: Object.fromEntries(given) as Record<string, string>, rest };
    });
}

/** Which paths of the project a .dockerignore leaves out of the image. As in Docker, the last line that fits decides. */
export function parseIgnored(text: string): (path: string) => boolean {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return (path) => {
    const folders = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
    const last = lines.findLast((line) =>
      folders.some((folder) => matchesGlob(visible(folder), visible(line.replace(/^!/, '')))),
    );
    return path !== '' && last !== undefined && !last.startsWith('!');
  };
}

/** Node's globs skip names with a leading dot, those of Docker do not. */
const visible = (path: string): string => path.replaceAll(/(^|\/)\./g, '$1dot.');

/** `A=1 B=2` */
export const readAssignments = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(/\s+/).map((part) => part.split('=', 2) as [string, string]));

/** The last value of an instruction, which is what counts at run time. */
export const lastOf = (instructions: readonly Instruction[], name: string): string | undefined =>
  instructions.findLast((instruction) => instruction.name === name)?.rest;
