import type { Plugin } from 'vite';

/** The one file that every page needs: Inter, Latin. */
const FONT = /^assets\/inter-latin-opsz-normal-.+\.woff2$/;

/**
 * Names the font in the document. A browser finds it only with the first text, after all scripts: on a slow connection the
 * page then changes from another font, and its lines move.
 */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const font = Object.keys(bundle).find((name) => FONT.test(name));
        if (font === undefined) throw new Error(`No file of the build matches ${FONT}.`);
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
