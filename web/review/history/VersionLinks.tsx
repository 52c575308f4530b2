import type { BucketAddress } from '#web/bucket/query.ts';
import { writeAsked } from '#web/bucket/address.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { useEvidenceDownload } from '#web/review/evidence/useEvidenceDownload.ts';
import { writeEvidence, writeHistory } from './historyAddress.ts';
import classes from './BucketHistory.module.css';

type VersionLinksProps = Readonly<{
  address: BucketAddress;
  number: number;
  isLive: boolean;
  /** The person may see reviews, and so their evidence. */
  evidence: boolean;
}>;

export function VersionLinks({ address, number, isLive, evidence }: VersionLinksProps) {
  const pack = useEvidenceDownload(address, number);
  const of = <span className="ls-hidden"> of v{number}</span>;
  return (
    <>
      <p className={classes.links}>
        <PageLink to={writeAsked(isLive ? undefined : { version: number })}>View{of}</PageLink>
        {number > 1 && (
          <PageLink to={writeHistory({ from: number - 1, to: number })}>
            Compare with v{number - 1}
            <span className="ls-hidden">: v{number}</span>
          </PageLink>
        )}
        {evidence && (
          <>
            <button type="button" disabled={pack.isPending} onClick={() => pack.mutate()}>
              Download evidence{of}
            </button>
            <PageLink to={writeEvidence(number)}>Print evidence{of}</PageLink>
          </>
        )}
      </p>
      {pack.error && (
        <p role="alert" className={classes.failed}>
          Failed to download evidence. {pack.error.message}
        </p>
      )}
    </>
  );
}
