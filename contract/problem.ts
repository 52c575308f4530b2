import { type ActionText, describeActionText } from '#domain/event/action-text.ts';

/** All problem types. The names are stable: they are part of the `type` of the problem document. */
export const PROBLEMS = {
  'invalid-input': { status: 400, title: 'Invalid input' },
  'unknown-version': { status: 400, title: 'Decisions of a version that nobody knows' },
  'not-signed-in': { status: 401, title: 'Please sign in' },
  'not-allowed': { status: 403, title: 'This needs a permission you do not have' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method Not Allowed' },
  timeout: { status: 408, title: 'The request took too long to arrive' },
  conflict: { status: 409, title: 'Conflicts with the current version' },
  stale: { status: 412, title: 'Changed since you opened it' },
  'too-large': { status: 413, title: 'Too large' },
  'unsupported-media': { status: 415, title: 'Unsupported content type' },
  'revision-needed': { status: 428, title: 'The revision this change is based on is missing' },
  'too-many-requests': { status: 429, title: 'Too many requests at once' },
  'headers-too-large': { status: 431, title: 'Headers too large' },
  unexpected: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'Service unavailable' },
} as const;

export type ProblemName = keyof typeof PROBLEMS;

export type FieldError = Readonly<{ path: string; message: string }>;
export type ProblemDocument = Readonly<{
  type: string;
  title: string;
  status: number;
  detail: string;
  /** Identifies the failure in the server log. */
  reference?: string | undefined;
  errors?: readonly FieldError[] | undefined;
  /** A concurrent change: `detail` in parts, without its time. */
  changed?: ChangedSince | undefined;
  /** The buckets that caused a bulk change to be refused. */
  refused?: readonly RefusedBucket[] | undefined;
  /** Examples that newly break, and that the caller has to acknowledge. */
  examples?: readonly NamedExample[] | undefined;
}>;

type NamedExample = Readonly<{ id: string; name: string }>;

type ProblemExtras = Pick<ProblemDocument, 'errors' | 'reference' | 'changed' | 'refused' | 'examples'> &
  Readonly<{ retryAfterSeconds?: number | undefined }>;

export type RefusedBucket = Readonly<{
  partner: number;
  cob: string;
  detail: string;
  changed?: ChangedSince | undefined;
  examples?: readonly NamedExample[] | undefined;
}>;

/** `at`: ISO 8601, UTC; formatted in the reader's time zone when shown. */
export type ChangedSince = ActionText & Readonly<{ at: string }>;

const TYPE_PREFIX = 'urn:lineslip:problem:';

/** Thrown by services and by the client. */
export class Problem extends Error {
  override name = 'Problem';
  readonly kind: ProblemName;
  readonly document: ProblemDocument;
  /** The Retry-After header, if known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: ProblemName, detail: string, { retryAfterSeconds, ...more }: ProblemExtras = {}) {
    super(detail);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
    this.document = { type: TYPE_PREFIX + kind, ...PROBLEMS[kind], detail, ...more };
  }

  /** `writeTime` formats the time of a concurrent change. */
  static fromDocument(
    document: ProblemDocument,
    writeTime?: (at: string) => string,
    retryAfterSeconds?: number,
  ): Problem {
    const { type, detail, errors, reference, changed, refused, examples } = document;
    const name = type.slice(TYPE_PREFIX.length);
    const kind = Object.hasOwn(PROBLEMS, name) ? (name as ProblemName) : 'unexpected';
    const message = changed && writeTime ? describeActionText(changed, writeTime(changed.at)) : detail;
    return new Problem(kind, message, { errors, reference, changed, refused, examples, retryAfterSeconds });
  }
}
