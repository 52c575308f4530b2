import IconBreaks from '@tabler/icons-react/dist/esm/icons/IconCircleXFilled.mjs';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useLocation } from 'react-router';
import { brokenOf, checkExamples } from '#domain/example/check.ts';
import { useApi } from '#web/api/client.tsx';
import { addressOf } from '#web/bucket/address.ts';
import { examplesQuery } from '#web/bucket/query.ts';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { tryAddress } from '#web/evaluation/useTriedRisk.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { plural } from '#web/kit/plural.ts';
import { rateEntries } from './checked.ts';

/** How many examples the list breaks as it is now, saved or not. It opens the one that is furthest off. */
export function BrokenExamples() {
  const { bucket, entries, lookup } = useEditor();
  // Moving a dial goes first; the examples follow when there is time.
  const later = useDeferredValue(entries);
  const rated = useMemo(() => rateEntries(later, lookup), [later, lookup]);
  const { data } = useQuery(examplesQuery(useApi(), addressOf(bucket)));
  const items = data?.items;
  const broken = useMemo(() => (rated && items ? brokenOf(checkExamples(rated, items)) : []), [rated, items]);
  const { pathname, search } = useLocation();
  const [first] = broken;
  if (first === undefined) return null;
  return (
    <PageLink
      to={tryAddress(pathname + search, first.example.risk)}
      className="ls-row ls-gap-6 ls-fixed ls-link ls-red"
      data-track="Broken examples"
    >
      <IconBreaks size={15} aria-hidden />
      {plural(broken.length, 'example')} {broken.length === 1 ? 'breaks' : 'break'}
    </PageLink>
  );
}
