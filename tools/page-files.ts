import type { Plugin, Rolldown } from 'vite';
import { PAGE_MODULES } from '../web/app/pageModules.ts';

/** Writes which files the page of each address needs, next to the document. */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    // After Vite has removed chunks that only contained styles.
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const pages = Object.entries(PAGE_MODULES).map(([path, module]): [string, string[]] => {
        const page = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${module}`)));
        if (page === undefined) this.error(`No file of the build holds ${module}, the page of ${path}.`);
        return [path, filesOf(page, bundle)];
      });
      const source = JSON.stringify(Object.fromEntries(pages));
      this.emitFile({ type: 'asset', fileName: 'pages.json', source });
    },
  };
}

/** A file, and everything it imports statically. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const found = new Set([chunk]);
  for (const { imports } of found)
    for (const name of imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') found.add(imported);
    }
  return [...found].map(({ fileName }) => fileName);
}
