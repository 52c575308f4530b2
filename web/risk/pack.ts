const FOLDER = '../../domain/evaluation/conformance/';
const FILES = import.meta.glob<unknown>('../../domain/evaluation/conformance/*.json', {
  import: 'default',
  eager: true,
});
const README = import.meta.glob<string>('../../domain/evaluation/conformance/README.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The conformance pack: its README, and the cases of each file by its name. */
export function readPack(): Readonly<{ readme: string; files: Readonly<Record<string, unknown>> }> {
  const files = Object.entries(FILES).map(([path, cases]) => [path.slice(FOLDER.length), cases] as const);
  return { readme: Object.values(README).join('\n'), files: Object.fromEntries(files) };
}
