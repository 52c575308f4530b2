export type HeaderOptions = Readonly<{
  /** Allows the style tags of this response. */
  styleNonce?: string;
  /** Other origins the browser may call: the issuer, a flag service, a collector. */
  connect?: readonly string[];
  /** Other origins a form may be redirected to. */
  formTargets?: readonly string[];
  /** Whether the site is served over HTTPS. */
  https: boolean;
}>;

/** The headers of every response, including the identity provider's. No inline scripts anywhere. */
export function securityHeaders(options: HeaderOptions): Record<string, string> {
  const { styleNonce, connect = [], formTargets = [], https } = options;
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", ...(styleNonce ? [`'nonce-${styleNonce}'`] : [])],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connect],
    'frame-src': ["'self'", ...connect],
    'form-action': ["'self'", ...formTargets],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    ...(https && { 'upgrade-insecure-requests': [] }),
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, values]) => [name, ...values].join(' '))
      .join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'x-frame-options': 'SAMEORIGIN',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}
