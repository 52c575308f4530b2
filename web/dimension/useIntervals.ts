import { useMemo, useState } from 'react';
import { parseIntervals, type Interval } from '#domain/dimension/kind/intervals/interval.ts';

/**
 * Reads on every key, but complains only when asked to: on leaving the field, or after a try to save (`attempt`).
 * Once it complains it goes on until what is written can be read.
 */
export function useIntervals(value: string, negative: boolean, attempt: number) {
  const parsed = useMemo(() => parseIntervals(value, { negative }), [value, negative]);
  const [lastGood, setLastGood] = useState<readonly Interval[]>(() => (parsed.ok ? parsed.asWritten : []));
  const [complaining, setComplaining] = useState(() => attempt > 0 && !parsed.ok);
  const [seen, setSeen] = useState(attempt);

  if (parsed.ok && lastGood !== parsed.asWritten) setLastGood(parsed.asWritten);
  if (parsed.ok && complaining) setComplaining(false);
  if (seen !== attempt) {
    setSeen(attempt);
    setComplaining(!parsed.ok);
  }
  return { parsed, drawn: lastGood, complaining, complain: () => setComplaining(!parsed.ok) };
}
