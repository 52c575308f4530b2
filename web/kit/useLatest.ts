import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The latest value in a ref, for stable handlers. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
