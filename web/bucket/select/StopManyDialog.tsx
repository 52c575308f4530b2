import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { coversBucket, type StopScope } from '#domain/bucket/stop.ts';
import { useApi } from '#web/api/client.tsx';
import { classLabel, partnerText } from '#web/bucket/address.ts';
import { matrixQuery } from '#web/bucket/query.ts';
import { StopDialog } from '#web/bucket/show/stop/StopDialog.tsx';
import { ClassSelect, PartnerSelect } from './Selectors.tsx';

const KINDS = [
  { value: 'class', label: 'A class' },
  { value: 'partner', label: 'A partner' },
  { value: 'everything', label: 'Everything' },
] as const;
type Kind = (typeof KINDS)[number]['value'];

type StopManyDialogProps = Readonly<{
  opened: boolean;
  /** Of the page, chosen at first. */
  cob?: string | undefined;
  partner?: number | undefined;
  onClose: () => void;
}>;

/** Stops the buckets of a class, of a partner, or all; those that are stopped already do not count. */
export function StopManyDialog({ opened, onClose, ...page }: StopManyDialogProps) {
  const { data } = useQuery(matrixQuery(useApi()));
  const [kind, setKind] = useState<Kind>(page.partner === undefined ? 'class' : 'partner');
  const [cob, setCob] = useState(page.cob);
  const [partner, setPartner] = useState(page.partner);
  const { partners = [], cells = [] } = data ?? {};
  if (!opened) return null;
  const scope = scopeOf(kind, cob, partner);
  const count = scope === undefined ? 0 : cells.filter((cell) => !cell.stopped && coversBucket(scope, cell)).length;
  const found = partners.find(({ number }) => number === partner);
  const names = {
    class: cob === undefined ? 'a class' : classLabel(cob),
    partner: found === undefined ? 'a partner' : partnerText(found),
    everything: 'everything',
  } as const satisfies Record<Kind, string>;
  return (
    <StopDialog scope={scope} count={count} question={`Stop ${names[kind]}?`} onClose={onClose}>
      <SegmentedControl aria-label="What to stop" data={[...KINDS]} value={kind} onChange={setKind} fullWidth />
      {kind === 'class' && <ClassSelect value={cob} onChange={setCob} there={new Set(cells.map((cell) => cell.cob))} />}
      {kind === 'partner' && <PartnerSelect partners={partners} value={partner} onChange={setPartner} />}
    </StopDialog>
  );
}

function scopeOf(kind: Kind, cob: string | undefined, partner: number | undefined): StopScope | undefined {
  if (kind === 'everything') return { kind };
  if (kind === 'class') return cob === undefined ? undefined : { kind, cob };
  return partner === undefined ? undefined : { kind, partner };
}
