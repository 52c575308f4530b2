const CALM_MS = 60_000;

/** Reports a trouble once, however often it comes back, until there was none for a minute: a log is not flooded by it. */
export function oncePerOutage<T extends readonly unknown[]>(
  report: (...trouble: T) => void,
  now: () => number = Date.now,
): (...trouble: T) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (...trouble) => {
    const at = now();
    const isNew = at - last >= CALM_MS;
    last = at;
    if (isNew) report(...trouble);
  };
}
