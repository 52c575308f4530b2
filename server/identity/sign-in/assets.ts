import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Middleware } from '#server/identity/answers.ts';
import { MOUNT_PATH } from '#server/config.ts';

type Asset = Readonly<{ type: string; body: Buffer }>;
export type Assets = Readonly<{ stylesheet: string; files: ReadonlyMap<string, Asset> }>;

const FOLDER = '/assets/';
/** Concatenated; the last one contains what changes in narrow windows. */
const SHEETS = ['./base.css', './dial.css', './password.css', './sign-in.css'] as const;
const FONTS = ['inter-latin-opsz-normal', 'inter-latin-ext-opsz-normal'] as const;

/** Names contain a content hash, so that browsers may cache the files forever. */
export async function loadAssets(): Promise<Assets> {
  const files = new Map<string, Asset>();
  const parts = SHEETS.map((sheet) => readFile(new URL(sheet, import.meta.url), 'utf8'));
  let css = (await Promise.all(parts)).join('\n');
  for (const font of FONTS) {
    const source = import.meta.resolve(`@fontsource-variable/inter/files/${font}.woff2`);
    const body = await readFile(fileURLToPath(source));
    const name = hashedName(font, 'woff2', body);
    files.set(name, { type: 'font/woff2', body });
    css = css.replace(`${font}.woff2`, name);
  }
  const body = Buffer.from(css);
  const name = hashedName('sign-in', 'css', body);
  files.set(name, { type: 'text/css; charset=utf-8', body });
  return { stylesheet: `${MOUNT_PATH}${FOLDER}${name}`, files };
}

export function assetRoute({ files }: Assets): Middleware {
  return async (ctx, next) => {
    const asset = ctx.path.startsWith(FOLDER) ? files.get(ctx.path.slice(FOLDER.length)) : undefined;
    if (!asset || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    ctx.type = asset.type;
    ctx.body = asset.body;
  };
}

function hashedName(name: string, extension: string, body: Buffer): string {
  return `${name}.${createHash('sha256').update(body).digest('hex').slice(0, 12)}.${extension}`;
}
