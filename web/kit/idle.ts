/** The time slice of work before input and rendering get their turn. */
const SLICE_MS = 8;

/** A fallback for browsers without requestIdleCallback: runs the work directly. */
const whenIdle: (run: () => void) => () => void =
  'requestIdleCallback' in globalThis
    ? (run) => {
        const handle = requestIdleCallback(run, { timeout: 500 });
        return () => cancelIdleCallback(handle);
      }
    : (run) => {
        const handle = setTimeout(run);
        return () => clearTimeout(handle);
      };

/** Runs work in slices while the page is idle. Returns a function that cancels it. */
export function runWhenIdle<T>(work: Iterator<unknown, T, undefined>, done: (result: T) => void): () => void {
  const run = () => {
    const end = performance.now() + SLICE_MS;
    do {
      const next = work.next();
      if (next.done === true) return done(next.value);
    } while (performance.now() < end);
    cancel = whenIdle(run);
    return undefined;
  };
  let cancel = whenIdle(run);
  return () => cancel();
}
