import type { Dial } from '#contract/dial.ts';
import type { ExportedDial } from '#contract/dial-exchange.ts';

/** One dial as it is copied, downloaded and exported; an import takes it back. */
export function dialText({ id, version, data }: Pick<Dial, keyof ExportedDial>): string {
  const exported: ExportedDial = { id, version, data };
  return JSON.stringify(exported, null, 2);
}

/** `cyber-excess-10m-to-50m-v6.json` */
export function dialFileName(name: string, version: number): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80);
  return `${slug || 'dial'}-v${version}.json`;
}
