import { setNonce } from 'get-nonce';

declare global {
  interface Window {
    /** The toast library's style engine reads it on import. */
    __nonce__?: string;
  }
}

/** The nonce of this page's Content-Security-Policy. Import this module before anything that writes style tags. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

setNonce(styleNonce);
window.__nonce__ = styleNonce;
