/** Where the engine of the portfolio is, and how this server shows who it is. */
export type EngineAddress = Readonly<{
  /** Without a user name and a password: it may be repeated in a log. */
  url: string;
  username: string;
  password: string;
  database: string;
  /** A question that takes longer is given up. */
  seconds: number;
}>;

export const DEFAULT_SECONDS = 10;
const MAX_SECONDS = 25;
const OPTIONS: ReadonlySet<string> = new Set(['secure', 'seconds']);

/** Reads `clickhouse://user:password@host:port/database?secure=yes&seconds=10`; nothing where it is not of this form. */
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

/** What an address says of a sign; nothing where it is not written as one. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
