import { notifyError, notifySuccess } from './Toaster.tsx';

/** Copies a text, and says so. Browsers can refuse. */
export async function copyText(text: string, done: string, failed = 'Failed to copy to clipboard'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifySuccess(done);
  } catch {
    notifyError(failed);
  }
}
