import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconPrint from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import type { Bucket } from '#contract/bucket.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { FetchError } from '#web/base/page/FetchError.tsx';
import { useSubject } from '#web/base/page/BackHistoryProvider.tsx';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { Card } from '#web/kit/Card.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { usePaper } from '#web/kit/usePaper.ts';
import { EvidencePaper } from '#web/review/evidence/EvidencePaper.tsx';
import { useEvidenceDownload } from '#web/review/evidence/useEvidenceDownload.ts';
import {
  addressOf,
  bucketAddress,
  bucketPath,
  classLabel,
  historyAddress,
  partnerText,
  bucketName,
} from '#web/bucket/address.ts';

/** The evidence of one version as a printable page; on paper there is nothing else. */
export function EvidencePage({ bucket, number }: Readonly<{ bucket: Bucket; number: number }>) {
  const address = addressOf(bucket);
  const label = classLabel(bucket.cob);
  const allowed = useMay()({ scope: 'review', action: 'view' });
  const query = useApiQuery(
    'getEvidence',
    { params: { ...address, number } },
    { enabled: allowed, staleTime: Infinity },
  );
  const pack = useEvidenceDownload(address, number);
  useSubject(bucketName(bucket), `Evidence of v${number},`);
  usePaper(`Evidence of v${number}, ${label}, ${partnerText(bucket.partner)}`);
  return (
    <AppPage
      title={`Evidence of v${number}`}
      subtitle={bucketPath(bucket.partner, label)}
      parent={{ to: `${bucketAddress(address)}${historyAddress()}`, name: `History of ${bucketName(bucket)}` }}
      actions={[
        {
          label: 'Download evidence',
          variant: 'default',
          icon: <IconDownload size={15} aria-hidden />,
          loading: pack.isPending,
          hidden: query.data === undefined,
          onClick: () => pack.mutate(),
        },
        {
          label: 'Print evidence',
          variant: 'filled',
          icon: <IconPrint size={15} aria-hidden />,
          hidden: query.data === undefined,
          onClick: () => window.print(),
        },
      ]}
    >
      {pack.error && <FetchError title="Failed to download evidence" query={asQuery(pack)} />}
      {allowed ? (
        <Loaded
          query={query}
          title="Failed to load the evidence"
          skeleton={<Card title="Evidence" waiting={12} />}
          missing={{
            title: `There is no version ${number}`,
            text: 'This bucket has no version with that number.',
          }}
        >
          {(evidence) => <EvidencePaper evidence={evidence} />}
        </Loaded>
      ) : (
        <EmptyState title="Evidence needs view on review" text="Someone who manages permissions can give it to you." />
      )}
    </AppPage>
  );
}

const asQuery = ({ error, isPending, mutate }: ReturnType<typeof useEvidenceDownload>) => ({
  error,
  isFetching: isPending,
  refetch: () => mutate(),
});
