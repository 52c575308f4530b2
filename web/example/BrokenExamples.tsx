import IconBreaks from '@tabler/icons-react/dist/esm/icons/IconCircleXFilled.mjs';
import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { Example } from '#contract/example.ts';
import { checkExample, sortChecked } from '#domain/example/check.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { addressOf } from '#web/bucket/address.ts';
import { useEditor } from '#web/bucket/editor.ts';
import { tryAddress } from '#web/risk/useTriedRisk.ts';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { runWhenIdle } from '#web/kit/idle.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { type Checked, rateEntries } from './checked.ts';

/** How many examples the list breaks now, saved or not, and how many of them pass live. Opens one of these, if any. */
export function BrokenExamples() {
  const { bucket, entries, lookup } = useEditor();
  const rated = useMemo(() => rateEntries(entries, lookup), [entries, lookup]);
  const { data } = useApiQuery('listExamples', { params: addressOf(bucket) });
  const live = useMemo(() => rateEntries(bucket.live.entries, lookup), [bucket, lookup]);
  const broken = useBroken(rated, live, data?.items);
  const { pathname, search } = useLocation();
  const newly = broken.filter(({ isNew }) => isNew);
  const [first = broken[0]] = newly;
  if (first === undefined) return null;
  return (
    <PageLink
      to={tryAddress(pathname + search, first.example.risk)}
      className="ls-row ls-gap-6 ls-fixed ls-link ls-red"
      data-track="Broken examples"
    >
      <IconBreaks size={15} aria-hidden />
      {plural(broken.length, 'example')} {agree(broken.length, 'breaks', 'break')}
      {describeNew(newly.length, broken.length)}
    </PageLink>
  );
}

/** "3 examples break, 2 newly": what the draft breaks is another fact than what is broken live as well. */
function describeNew(newly: number, all: number): string {
  if (newly === 0) return ', as live';
  return newly === all ? ' newly' : `, ${newly} newly`;
}

/** The broken examples, checked when idle: 200 examples on 300 dials take a while. */
function useBroken(
  rated: Rated | undefined,
  live: Rated | undefined,
  items: readonly Example[] | undefined,
): readonly Broken[] {
  const [broken, setBroken] = useState<readonly Broken[]>([]);
  useEffect(() => {
    if (rated === undefined || live === undefined || items === undefined) return undefined;
    return runWhenIdle(findBroken(rated, live, items), setBroken);
  }, [rated, live, items]);
  return broken;
}

type Rated = NonNullable<ReturnType<typeof rateEntries>>;
type Broken = Checked & Readonly<{ isNew: boolean }>;

function* findBroken(rated: Rated, live: Rated, items: readonly Example[]): Generator<undefined, Broken[]> {
  const broken: Broken[] = [];
  for (const example of items) {
    const checked = checkExample(rated, example);
    if (!checked.ok) broken.push({ ...checked, isNew: checkExample(live, example).ok });
    yield undefined;
  }
  return sortChecked(broken);
}
