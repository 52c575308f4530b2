import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { findClass } from '#domain/cob/class-of-business.ts';

export type Shown = 'all' | 'set';
export type DimensionFilter = Readonly<{
  /** Slug of a class of business; empty for all. In the address, so that it can be shared and comes back. */
  cob: string;
  shown: Shown;
  search: string;
}>;

export function useDimensionFilter() {
  const [params, setParams] = useSearchParams();
  const [shown, setShown] = useState<Shown>('all');
  const [search, setSearch] = useState('');
  const asked = params.get('cob') ?? '';
  const cob = findClass(asked) === undefined ? '' : asked;
  const setCob = useCallback(
    (next: string | null) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (next) after.set('cob', next);
          else after.delete('cob');
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { cob, setCob, shown, setShown, search, setSearch };
}
