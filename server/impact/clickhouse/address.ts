/** Where the portfolio engine is, and the credentials for it. */
export type EngineAddress = Readonly<{
  /** Without credentials, so that it may be logged. */
  url: string;
  username: string;
  password: string;
  database: string;
  /** The timeout of a query. */
  seconds: number;
}>;

export const DEFAULT_SECONDS = 10;
const MAX_SECONDS = 25;
const OPTIONS: ReadonlySet<string> = new Set(['secure', 'seconds']);

/** Parses `clickhouse://user:password@host:port/database?secure=yes&seconds=10`; undefined if malformed. */
export function readEngineAddress(text: string): EngineAddress | undefined {
  const address = URL.parse(text);
  if (address === null || address.protocol !== 'clickhouse:' || address.hostname === '' || address.hash !== '')
    return undefined;
  const { hostname, port, username, password, pathname, searchParams } = address;
  const [secure, seconds] = [
    searchParams.get('secure') ?? 'no',
    Number(searchParams.get('seconds') ?? DEFAULT_SECONDS),
  ];
  if ([...searchParams.keys()].some((name) => !OPTIONS.has(name))) return undefined;
  if (!['yes', 'no'].includes(secure) || !(seconds >= 1 && seconds <= MAX_SECONDS)) return undefined;
  const database = decode(pathname.slice(1) || 'default');
  const [name, secret] = [decode(username || 'default'), decode(password)];
  if (database === undefined || database.includes('/') || name === undefined || secret === undefined) return undefined;
  const isSecure = secure === 'yes';
  return {
    url: `${isSecure ? 'https' : 'http'}://${hostname}:${port || (isSecure ? '8443' : '8123')}`,
    username: name,
    password: secret,
    database,
    seconds,
  };
}

/** Decodes percent-encoding; undefined if it is malformed. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
