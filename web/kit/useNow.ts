import { useEffect, useState } from 'react';
import { utcToday } from './format.ts';

const TICK_MS = 60_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick() {
  for (const listener of listeners) listener();
}

/** One timer for the page. A sleeping computer runs none, so a page that is shown again ticks, too. */
function onTick(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(tick, TICK_MS);
    document.addEventListener('visibilitychange', tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** The current time, to the minute: a page left open goes on. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => onTick(() => setNow(new Date())), []);
  return now;
}

/** The current UTC day, 2026-11-16. */
export function useToday(): string {
  const [today, setToday] = useState(utcToday);
  useEffect(() => onTick(() => setToday(utcToday())), []);
  return today;
}
