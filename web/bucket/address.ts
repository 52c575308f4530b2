/** Which version the address asks for: `?version=11`, or `?as_of=2026-11-03` for the one live at the end of that UTC day. */
export type Asked = Readonly<{ version: number }> | Readonly<{ day: string }> | undefined;

export function readAsked(search: URLSearchParams): Asked {
  const version = search.get('version') ?? '';
  if (/^[1-9]\d{0,5}$/.test(version)) return { version: Number(version) };
  const day = search.get('as_of') ?? '';
  return isDay(day) ? { day } : undefined;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

export const endOfDay = (day: string): string => `${day}T23:59:59.999Z`;

/** Undefined is the version that is live now. */
export function writeAsked(asked: Asked): string {
  if (asked === undefined) return '?';
  return 'version' in asked ? `?version=${asked.version}` : `?as_of=${asked.day}`;
}
