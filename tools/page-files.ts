import type { Plugin, Rolldown } from 'vite';
import { PAGE_MODULES } from '../web/app/pageModules.ts';

/** Writes beside the document which files the page of each address needs, apart from those that every page has. */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = chunks.find(({ isEntry }) => isEntry);
      const everywhere = new Set(entry && filesOf(entry, bundle));
      const pages = Object.entries(PAGE_MODULES).map(([path, module]): [string, string[]] => {
        const page = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${module}`)));
        if (page === undefined) this.error(`No file of the build holds ${module}, the page of ${path}.`);
        return [path, filesOf(page, bundle).filter((file) => !everywhere.has(file))];
      });
      const source = JSON.stringify(Object.fromEntries(pages));
      this.emitFile({ type: 'asset', fileName: 'pages.json', source });
    },
  };
}

type Styled = Readonly<{ viteMetadata?: Readonly<{ importedCss: ReadonlySet<string> }> }>;

/** A file, its styles, and all that it imports before it runs. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const found = new Set([chunk]);
  for (const { imports } of found)
    for (const name of imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') found.add(imported);
    }
  return [...found].flatMap((one) => [one.fileName, ...((one as Styled).viteMetadata?.importedCss ?? [])]);
}
