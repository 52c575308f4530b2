import { useMemo } from 'react';
import type { Findings } from '#domain/evaluation/verify/verify.ts';
import { type CountOf, listFigures, rankByRisks } from '#domain/impact/findings.ts';
import type { BucketAddress } from '#web/bucket/address.ts';
import { type MeasureRequest, useCounts } from '#web/impact/query.ts';
import type { FindingsResult } from './useFindings.ts';

/** The findings, with the number of portfolio risks they touch if counted. */
export type TouchedFindings = Readonly<{ findings: Findings | undefined; countOf: CountOf }>;

const countNothing: CountOf = () => undefined;

/**
 * Counts the risks that findings touch if `measured` says how to measure them. With `isRanked`, each dial shows its
 * overlap with the most risks; where counts come and go, findings must stay the same.
 */
export function useTouched(
  address: BucketAddress,
  found: FindingsResult | undefined,
  measured: Omit<MeasureRequest, 'entries'> | undefined,
  isRanked = true,
): TouchedFindings {
  const figures = useMemo(() => (found === undefined ? [] : listFigures(found.findings)), [found]);
  const isCounted = found !== undefined && measured !== undefined && figures.length > 0;
  const { data } = useCounts(
    address,
    { entries: found?.of ?? [], against: 'live', day: 'today', ...measured },
    figures,
    isCounted,
  );
  const countOf = (isCounted && data) || countNothing;
  const findings = useMemo(
    () => found && (isRanked ? rankByRisks(found.findings, countOf) : found.findings),
    [found, countOf, isRanked],
  );
  return useMemo(() => ({ findings, countOf }), [findings, countOf]);
}
