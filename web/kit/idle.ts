/** How long a part of the work may take before keys and drawing have their turn. */
const SLICE_MS = 8;

/** Where the browser does not say when it is idle, whatever waits is done first. */
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

/** Does work that stops after each part, a few parts at a time while the page is idle. What it returns ends it early. */
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
