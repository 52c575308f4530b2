import { type RefObject, useLayoutEffect, useRef } from 'react';

const SLIDE_MS = 160;
/** From farther away it would be a flight. */
const FARTHEST = 640;

/** Rows that changed places go there, instead of being there. `still` is the one the person moves: it is there at once. */
export function useSlide(
  list: RefObject<HTMLElement | null>,
  order: unknown,
  tops: ReadonlyMap<string, number>,
  still: string | undefined,
) {
  const before = useRef({ order, tops });
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { order, tops };
    if (was.order === order || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const row of list.current?.querySelectorAll<HTMLElement>('[data-dial]') ?? []) {
      const id = row.dataset['dial'] ?? '';
      const [from, to] = [was.tops.get(id), tops.get(id)];
      if (id === still || from === undefined || to === undefined || from === to || Math.abs(from - to) > FARTHEST)
        continue;
      row.animate([{ transform: `translateY(${from - to}px)` }, { transform: 'none' }], {
        duration: SLIDE_MS,
        easing: 'ease-out',
      });
    }
  });
}
