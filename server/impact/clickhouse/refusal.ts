/** Why the engine of the portfolio gives no answer, in a sentence for whoever waits for it. */
export class EngineRefusal extends Error {
  readonly sentence: string;
  /** What the engine calls it; 0 where it said nothing. */
  readonly code: number;

  constructor(sentence: string, code: number, cause: string) {
    super(`${sentence} (${cause})`);
    this.sentence = sentence;
    this.code = code;
  }
}

const RUNS_IT = 'Please tell whoever runs this server.';
const SENTENCES = {
  away: 'The engine of the portfolio does not answer. Everything else works; please try again in a moment.',
  slow: 'The engine of the portfolio takes too long. Everything else works; please try again in a moment.',
  login: `The engine of the portfolio does not let this server in: user name or password are wrong. ${RUNS_IT}`,
  database: `The engine of the portfolio does not have the database that this server is set to use. ${RUNS_IT}`,
  rights: `The engine of the portfolio does not let this server make or read its tables. ${RUNS_IT}`,
  room: `The engine of the portfolio has no room left. ${RUNS_IT}`,
  other: `The engine of the portfolio could not measure this. ${RUNS_IT}`,
} as const;
type Reason = keyof typeof SENTENCES;

/** The codes of ClickHouse that are told apart. */
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
  [241, 'room'],
  [243, 'room'],
]);

/** There is no such table: it was dropped, or was never made. */
export const UNKNOWN_TABLE = 60;

export const slowRefusal = (seconds: number): EngineRefusal =>
  new EngineRefusal(SENTENCES.slow, 0, `no answer in ${seconds} seconds`);

/** What went wrong, without the password, whoever repeated it. */
export function explainTrouble(error: unknown, password: string): EngineRefusal {
  if (error instanceof EngineRefusal) return error;
  const message = error instanceof Error ? error.message : String(error);
  const safe = (password === '' ? message : message.replaceAll(password, '…')).slice(0, 500);
  const code = codeOf(error, message);
  const reason = code === undefined ? 'away' : (REASONS.get(code) ?? 'other');
  return new EngineRefusal(SENTENCES[reason], code ?? 0, safe);
}

/** The engine's own number of a problem. Old versions only write it at the beginning of what they say. */
function codeOf(error: unknown, message: string): number | undefined {
  const { code, type } = (error ?? {}) as { code?: unknown; type?: unknown };
  if (type !== undefined && /^\d+$/.test(String(code))) return Number(code);
  const [, written] = /\bCode: (\d+)[.,]/.exec(message) ?? [];
  return written === undefined ? undefined : Number(written);
}
