import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Findings } from '#domain/evaluation/verify/verify.ts';
import { type CountOf, listFigures, rankByRisks } from '#domain/impact/findings.ts';
import { useApi } from '#web/api/client.tsx';
import type { BucketAddress } from '#web/bucket/address.ts';
import { type Asked, countsQuery } from '#web/bucket/impact/impact.query.ts';
import type { Found } from './useFindings.ts';

/** What was found, with the risks of the portfolio that it touches where those are counted. */
export type TouchedFindings = Readonly<{ findings: Findings | undefined; countOf: CountOf }>;

const countNothing: CountOf = () => undefined;

/**
 * Counts the risks that findings touch, where `measured` says how risks are measured: then each dial tells what touches
 * most of them. Without that, and while it cannot be counted, they are told as they were found.
 */
export function useTouched(
  address: BucketAddress,
  found: Found | undefined,
  measured: Omit<Asked, 'entries'> | undefined,
): TouchedFindings {
  const figures = useMemo(() => (found === undefined ? [] : listFigures(found.findings)), [found]);
  const isCounted = found !== undefined && measured !== undefined && figures.length > 0;
  const { data } = useQuery({
    ...countsQuery(
      useApi(),
      address,
      { entries: found?.of ?? [], against: 'live', day: 'today', ...measured },
      figures,
    ),
    enabled: isCounted,
  });
  const countOf = (isCounted && data) || countNothing;
  const findings = useMemo(() => found && rankByRisks(found.findings, countOf), [found, countOf]);
  return useMemo(() => ({ findings, countOf }), [findings, countOf]);
}
