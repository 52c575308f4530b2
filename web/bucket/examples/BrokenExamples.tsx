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
import { runWhenIdle } from '#web/kit/idle.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { type Checked, rateEntries } from './checked.ts';

/** How many examples the list breaks now, saved or not. Opens the one that is furthest off. */
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
      {plural(broken.length, 'example')} {agree(broken.length, 'breaks', 'break')}
    </PageLink>
  );
}

/** The broken examples, checked when idle: 200 examples on 300 dials take a while. */
function useBroken(rated: Rated | undefined, items: readonly Example[] | undefined): readonly Checked[] {
  const [broken, setBroken] = useState<readonly Checked[]>([]);
  useEffect(
    () => (rated === undefined || items === undefined ? undefined : runWhenIdle(findBroken(rated, items), setBroken)),
    [rated, items],
  );
  return broken;
}

type Rated = NonNullable<ReturnType<typeof rateEntries>>;

function* findBroken(rated: Rated, items: readonly Example[]): Generator<undefined, Checked[]> {
  const checked: Checked[] = [];
  for (const example of items) {
    checked.push(checkExample(rated, example));
    yield undefined;
  }
  return sortChecked(brokenOf(checked));
}
