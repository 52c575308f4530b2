/** The public types of the client. The build copies this file: it imports nothing. */

export type LineslipOptions = Readonly<{
  /** Where Lineslip runs: `https://lineslip.example.com`. */
  url: string;
  /** The engine's token, `lsf_…`. */
  token: string;
  /** The public keys to trust, as written by `npm run feed -- keys --out keys.json`. */
  keys: Readonly<{ keys: readonly object[] }>;
  /** A folder of this engine alone. The engine starts from it when the server is down. */
  directory: string;
  /** `candidate` has drafts under review in place of what is live: for tests of an engine, never for business. */
  channel?: 'production' | 'candidate';
  /** How long to wait for the first rules; 10,000 unless given. */
  startTimeoutMs?: number;
}>;

export type LineslipRisk = Readonly<{
  /** The UTC day it is evaluated on, `YYYY-MM-DD`. */
  date: string;
  journey?: string | null;
  dimensions?: Readonly<Record<string, unknown>> | null;
}>;

export type LineslipQuery = Readonly<{ partner: number; cob: string; risk: LineslipRisk }>;

/** Leaves out values that no dial sets. */
export type LineslipValues = Readonly<{
  ignore_expiring_line?: 'maintains' | 'ignores' | 'expiring_line';
  lead_share_cap?: number;
  max_line?: number;
  min_line?: number;
  policy_share_cap?: number;
}>;

/** The dial that set a value. */
export type LineslipWinner<Value> = Readonly<{
  value: Value;
  dial_id: string;
  name: string;
  version: number;
  source: 'dial' | 'override';
}>;

export type LineslipAnswer = Readonly<{
  /** `evaluated`: the dials decided, even if none of them sets a value. */
  reason: 'evaluated' | 'stopped' | 'no-bucket';
  values: LineslipValues;
  winners: { readonly [K in keyof LineslipValues]: LineslipWinner<NonNullable<LineslipValues[K]>> };
  /** Every dial in order; `miss` is the first condition that it fails, null if it takes part. */
  dials: readonly Readonly<{
    dial_id: string;
    name: string;
    miss: Readonly<{ by: string; wants: unknown; has: unknown }> | null;
  }>[];
  /** The version that decided; null where the release has no such bucket. */
  bucket: Readonly<{
    partner: number;
    cob: string;
    version: number;
    appetite: number;
    /** The hash that its votes signed. */
    approved: string | null;
  }> | null;
  /** The release that decided. */
  sequence: number;
}>;

export type LineslipStatus = Readonly<{
  sequence: number;
  issuedAt: string;
  appliedAt: string;
  /** Since the server last confirmed that nothing newer is there; for a snapshot that it never confirmed, since its issue. */
  ageSeconds: number;
  source: 'server' | 'snapshot';
  /** Why the last update failed; null after a success. */
  lastError: Readonly<{ sequence: number | null; message: string; at: string }> | null;
  conformance: Readonly<{
    pack: string;
    cases: number;
    passed: number;
    failed: readonly Readonly<{ name: string; expected: string; got: string }>[];
  }> | null;
  /** Older than the release allows: alarm on it. The answers stay the same. */
  isStale: boolean;
}>;

export type Lineslip = Readonly<{
  /** Throws an error with `errors` (path, message) for an invalid risk. */
  evaluate: (query: LineslipQuery) => LineslipAnswer;
  status: () => LineslipStatus;
  /** Calls the listener after each new release. Returns a function that removes it. */
  onChange: (listener: (status: LineslipStatus) => void) => () => void;
  /** Sends what was counted, and ends all requests and timers. */
  close: () => Promise<void>;
}>;
