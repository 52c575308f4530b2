import type { Risk } from '#domain/evaluation/risk.ts';
import { download } from '#web/kit/download.ts';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';
import { tryAddress } from './useTriedRisk.ts';

type Link = Readonly<{ path: string; note?: string }>;

/** The page's URL with the whole risk in it. */
export async function copyLink({ path, note }: Link, risk: Risk, side: string): Promise<void> {
  const address = new URL(tryAddress(path, risk, side), window.location.origin).href;
  await copy(address, note === undefined ? 'Link copied to clipboard' : `Link copied to clipboard. ${note}`);
}

export const copyRisk = (risk: Risk): Promise<void> => copy(JSON.stringify(risk, null, 2), 'Risk copied to clipboard');

async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifySuccess(done);
  } catch {
    notifyError('Failed to copy to clipboard');
  }
}

/** The conformance pack as one file: what a bucket gives a risk, in words and in cases, for other implementations. */
export async function downloadMeaning(): Promise<void> {
  try {
    const { readPack } = await import('./pack.ts');
    download('lineslip-evaluation.json', JSON.stringify(readPack(), null, 2), 'application/json');
  } catch {
    notifyError('Failed to download the meaning of evaluation');
  }
}
