import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { apiRoutes } from './tools/api-routes.ts';
import { CHUNKS } from './tools/chunks.ts';
import { pageFiles } from './tools/page-files.ts';
import { precompress } from './tools/precompress.ts';
import { preloadFont } from './tools/preload-font.ts';

const server = process.env['SERVER_URL'] ?? 'http://localhost:3000';
// `changeOrigin` stays off: the identity provider needs the address the browser sees.
// The page /api/docs has an address that begins like the API's; it is Vite's.
const isScreen = (url = '') => /\.tsx?(\?|$)|^\/api\/docs\b/.test(url);
const toServer = {
  target: server,
  bypass: ({ url }: { url?: string | undefined }) => (isScreen(url) ? url : undefined),
};
const proxy = { '/api': toServer, '/idp': toServer, '/analytics': toServer };

export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [react(), apiRoutes(), pageFiles(), preloadFont(), precompress()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // All styles together are smaller than one script, and their order is the same on every page.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: { port: Number(process.env['SCREENS_PORT'] ?? 5173), strictPort: true, proxy },
});
