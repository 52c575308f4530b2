import { type ActionText, describeActionText } from '#domain/event/deed.ts';

/** Every way a call can be refused. The name is stable: it ends the `type` of the problem document. */
export const PROBLEMS = {
  'invalid-input': { status: 400, title: 'Some of what was sent is not valid' },
  'not-signed-in': { status: 401, title: 'Please sign in' },
  'not-allowed': { status: 403, title: 'This needs a permission you do not have' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method Not Allowed' },
  timeout: { status: 408, title: 'The request took too long to arrive' },
  conflict: { status: 409, title: 'Conflicts with the current version' },
  stale: { status: 412, title: 'Changed since you opened it' },
  'too-large': { status: 413, title: 'This is more than can be taken at once' },
  'unsupported-media': { status: 415, title: 'This kind of content is not understood' },
  'revision-needed': { status: 428, title: 'The revision this change is based on is missing' },
  'too-many-requests': { status: 429, title: 'Too many requests at once' },
  'headers-too-large': { status: 431, title: 'The headers are longer than can be read' },
  unexpected: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'A part this needs cannot be reached' },
} as const;

export type ProblemName = keyof typeof PROBLEMS;

export type FieldError = Readonly<{ path: string; message: string }>;
export type ProblemDocument = Readonly<{
  type: string;
  title: string;
  status: number;
  detail: string;
  /** Names this one failure in the server's log. */
  reference?: string | undefined;
  errors?: readonly FieldError[] | undefined;
  /** Of a change that came in between: `detail` without its time, in parts. */
  changed?: ChangedSince | undefined;
  /** Of a change of several buckets that was refused as a whole: those that could not take part. */
  refused?: readonly RefusedBucket[] | undefined;
}>;

type ProblemExtras = Pick<ProblemDocument, 'errors' | 'reference' | 'changed' | 'refused'> &
  Readonly<{ retryAfterSeconds?: number }>;

/** A bucket that could not take part in a change of several, and why. */
export type RefusedBucket = Readonly<{
  partner: number;
  cob: string;
  detail: string;
  changed?: ChangedSince | undefined;
}>;

/** Who did what, and when: ISO 8601, UTC. Whoever shows it writes the time, in the zone of who reads it. */
export type ChangedSince = ActionText & Readonly<{ at: string }>;

const TYPE_PREFIX = 'urn:lineslip:problem:';

/** Thrown by services and by the client alike: the same refusal on both sides of the wire. */
export class Problem extends Error {
  override name = 'Problem';
  readonly kind: ProblemName;
  readonly document: ProblemDocument;
  /** When it is worth trying again, where that is known: the Retry-After of the response. */
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: ProblemName, detail: string, { retryAfterSeconds, ...more }: ProblemExtras = {}) {
    super(detail);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
    this.document = { type: TYPE_PREFIX + kind, ...PROBLEMS[kind], detail, ...more };
  }

  /** `writeTime` puts the time into a sentence that has one. */
  static fromDocument(document: ProblemDocument, writeTime?: (at: string) => string): Problem {
    const { type, detail, errors, reference, changed, refused } = document;
    const name = type.slice(TYPE_PREFIX.length);
    const kind = Object.hasOwn(PROBLEMS, name) ? (name as ProblemName) : 'unexpected';
    const told = changed && writeTime ? describeActionText(changed, writeTime(changed.at)) : detail;
    return new Problem(kind, told, { errors, reference, changed, refused });
  }
}
