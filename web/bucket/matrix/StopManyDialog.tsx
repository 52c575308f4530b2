import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { coversBucket, type StopScope } from '#domain/bucket/stop.ts';
import { StopDialog } from '#web/review/StopDialog.tsx';
import { useApiQuery } from '#web/base/api/query.ts';
import { classLabel, partnerText } from '#web/bucket/address.ts';
import { ClassSelect, PartnerSelect } from './Selectors.tsx';

type StopManyDialogProps = PageScope & Readonly<{ onClose: () => void }>;

/** Stops the buckets of a class, of a partner, or all; those that are stopped already do not count. */
export function StopManyDialog({ onClose, ...page }: StopManyDialogProps) {
  const { scope, cells, name, field } = useStopScope(page);
  const count = scope === undefined ? 0 : cells.filter((cell) => !cell.stopped && coversBucket(scope, cell)).length;
  return (
    <StopDialog scope={scope} count={count} question={`Stop ${name}?`} onClose={onClose}>
      {field}
    </StopDialog>
  );
}

const KINDS = [
  { value: 'class', label: 'A class' },
  { value: 'partner', label: 'A partner' },
  { value: 'everything', label: 'Everything' },
] as const;
type Kind = (typeof KINDS)[number]['value'];

/** The class or the partner of the page, chosen at first. */
export type PageScope = Readonly<{ cob?: string | undefined; partner?: number | undefined }>;

/** Chooses a class, a partner or everything. */
export function useStopScope(page: PageScope) {
  const { data } = useApiQuery('getBucketMatrix', {});
  const [kind, setKind] = useState<Kind>(page.partner === undefined ? 'class' : 'partner');
  const [cob, setCob] = useState(page.cob);
  const [partner, setPartner] = useState(page.partner);
  const { partners = [], cells = [] } = data ?? {};
  const found = partners.find(({ number }) => number === partner);
  const names = {
    class: cob === undefined ? 'a class' : classLabel(cob),
    partner: found === undefined ? 'a partner' : partnerText(found),
    everything: 'everything',
  } as const satisfies Record<Kind, string>;
  return {
    /** Undefined until one is chosen. */
    scope: scopeOf(kind, cob, partner),
    cells,
    name: names[kind],
    field: (
      <>
        <SegmentedControl aria-label="Which buckets" data={[...KINDS]} value={kind} onChange={setKind} fullWidth />
        {kind === 'class' && (
          <ClassSelect value={cob} onChange={setCob} there={new Set(cells.map((cell) => cell.cob))} />
        )}
        {kind === 'partner' && <PartnerSelect partners={partners} value={partner} onChange={setPartner} />}
      </>
    ),
  };
}

function scopeOf(kind: Kind, cob: string | undefined, partner: number | undefined): StopScope | undefined {
  if (kind === 'everything') return { kind };
  if (kind === 'class') return cob === undefined ? undefined : { kind, cob };
  return partner === undefined ? undefined : { kind, partner };
}
