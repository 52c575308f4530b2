/** The width of each bar within an element, as a share of its track. */
export const barShares = (within: Element): number[] =>
  [...within.querySelectorAll('[aria-hidden] > [style*="width"]')].map(
    (bar) => bar.getBoundingClientRect().width / (bar.parentElement?.getBoundingClientRect().width ?? 0),
  );
