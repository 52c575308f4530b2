/** Why the portfolio engine cannot answer, as a message for the person who waits. */
export class EngineRefusal extends Error {
  readonly sentence: string;
  /** ClickHouse's error code; 0 if there is none. */
  readonly code: number;

  constructor(sentence: string, code: number, cause: string) {
    super(`${sentence} (${cause})`);
    this.sentence = sentence;
    this.code = code;
  }
}

const CONTACT = 'Contact your server administrator.';
const SENTENCES = {
  away: 'The portfolio engine does not respond. Everything else works; try again in a moment.',
  slow: 'The portfolio engine takes too long. Everything else works; try again in a moment.',
  login: `The portfolio engine rejected this server’s user name or password. ${CONTACT}`,
  database: `The portfolio engine does not have the configured database. ${CONTACT}`,
  rights: `The portfolio engine does not allow this server to create or read its tables. ${CONTACT}`,
  space: `The portfolio engine is out of space. ${CONTACT}`,
  other: `The portfolio engine could not measure this. ${CONTACT}`,
} as const;
type Reason = keyof typeof SENTENCES;

/** The ClickHouse error codes that we distinguish. */
const REASONS: ReadonlyMap<number, Reason> = new Map<number, Reason>([
  [192, 'login'],
  [193, 'login'],
  [194, 'login'],
  [516, 'login'],
  [81, 'database'],
  [159, 'slow'],
  [160, 'slow'],
  [209, 'away'],
  [210, 'away'],
  [202, 'slow'],
  [164, 'rights'],
  [291, 'rights'],
  [497, 'rights'],
  [241, 'space'],
  [243, 'space'],
]);

/** The table does not exist: dropped, or never created. */
export const UNKNOWN_TABLE = 60;

export const slowRefusal = (seconds: number): EngineRefusal =>
  new EngineRefusal(SENTENCES.slow, 0, `no answer in ${seconds} seconds`);

/** Describes the error, with the password removed. */
export function explainError(error: unknown, password: string): EngineRefusal {
  if (error instanceof EngineRefusal) return error;
  const message = error instanceof Error ? error.message : String(error);
  const safe = (password === '' ? message : message.replaceAll(password, '…')).slice(0, 500);
  const code = codeOf(error, message);
  const reason = code === undefined ? 'away' : (REASONS.get(code) ?? 'other');
  return new EngineRefusal(SENTENCES[reason], code ?? 0, safe);
}

/** ClickHouse's error code. Old versions only put it at the start of the message. */
function codeOf(error: unknown, message: string): number | undefined {
  const { code, type } = (error ?? {}) as { code?: unknown; type?: unknown };
  if (type !== undefined && /^\d+$/.test(String(code))) return Number(code);
  const [, written] = /\bCode: (\d+)[.,]/.exec(message) ?? [];
  return written === undefined ? undefined : Number(written);
}
