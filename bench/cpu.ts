import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10;

type Usage = Readonly<{ pid: number; parent: number; own: number; ofEnded: number }>;

function usageOf(pid: number): Usage | undefined {
  try {
    // The program name is in brackets, and may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [own, ofEnded] = [(fields[11] ?? 0) + (fields[12] ?? 0), (fields[13] ?? 0) + (fields[14] ?? 0)];
    return { pid, parent: fields[1] ?? 0, own, ofEnded };
  } catch {
    return undefined;
  }
}

/** The CPU milliseconds used by these processes and all of their children. */
export function cpuOf(roots: readonly number[]): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => usageOf(Number(name)) ?? []);
  const isOurs = ({ pid, parent }: Usage): boolean => {
    if (roots.includes(pid)) return true;
    const above = processes.find((one) => one.pid === parent);
    return above !== undefined && isOurs(above);
  };
  return processes.filter(isOurs).reduce((sum, { own, ofEnded }) => sum + own + ofEnded, 0) * TICK_MS;
}
