import { PageLink } from '#web/frame/PageLink.tsx';
import { useEvidenceDownload } from '#web/review/evidence/useEvidenceDownload.ts';
import classes from './BucketHistory.module.css';
import { type BucketAddress, versionAddress, evidenceAddress, historyAddress } from '#web/bucket/address.ts';

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
        <PageLink to={versionAddress(isLive ? undefined : { version: number })}>View{of}</PageLink>
        {number > 1 && (
          <PageLink to={historyAddress({ from: number - 1, to: number })}>
            Compare with v{number - 1}
            <span className="ls-hidden">: v{number}</span>
          </PageLink>
        )}
        {evidence && (
          <>
            <button type="button" disabled={pack.isPending} onClick={() => pack.mutate()}>
              Download evidence{of}
            </button>
            <PageLink to={evidenceAddress(number)}>Print evidence{of}</PageLink>
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
