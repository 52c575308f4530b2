import IconBreaks from '@tabler/icons-react/dist/esm/icons/IconCircleXFilled.mjs';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { Example } from '#contract/example.ts';
import { brokenOf, checkExample, sortChecked } from '#domain/example/check.ts';
import { useApi } from '#web/api/client.tsx';
import { addressOf } from '#web/bucket/address.ts';
import { examplesQuery } from '#web/bucket/query.ts';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { tryAddress } from '#web/evaluation/useTriedRisk.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { plural } from '#web/kit/plural.ts';
import { type Checked, rateEntries } from './checked.ts';

/** How many examples the list breaks as it is now, saved or not. It opens the one that is furthest off. */
export function BrokenExamples() {
  const { bucket, entries, lookup } = useEditor();
  const rated = useMemo(() => rateEntries(entries, lookup), [entries, lookup]);
  const { data } = useQuery(examplesQuery(useApi(), addressOf(bucket)));
  const broken = useBroken(rated, data?.items);
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

const SLICE_MS = 8;

/**
 * Those that break, a moment after the list has changed. 200 examples on 300 dials take a while: they are checked in
 * slices, between which the page answers, and a change in between starts anew.
 */
function useBroken(rated: ReturnType<typeof rateEntries>, items: readonly Example[] | undefined): readonly Checked[] {
  const [broken, setBroken] = useState<readonly Checked[]>([]);
  useEffect(() => {
    if (rated === undefined || items === undefined) return undefined;
    const checked: Checked[] = [];
    const waiting = [...items];
    const work = () => {
      const end = performance.now() + SLICE_MS;
      while (performance.now() < end) {
        const example = waiting.shift();
        if (example === undefined) return setBroken(sortChecked(brokenOf(checked)));
        checked.push(checkExample(rated, example));
      }
      timer = setTimeout(work);
      return undefined;
    };
    let timer = setTimeout(work);
    return () => clearTimeout(timer);
  }, [rated, items]);
  return broken;
}
