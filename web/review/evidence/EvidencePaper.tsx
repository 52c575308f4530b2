import type { ReactNode } from 'react';
import { CHANGE_KINDS, totalChanges } from '#domain/bucket/diff.ts';
import type { Evidence } from '#contract/review.ts';
import type { BucketChange } from '#domain/bucket/summary.ts';
import { ChangeSection } from '#web/bucket/summary/ChangeSection.tsx';
import { appetiteText } from '#web/bucket/show/words.ts';
import { Logo } from '#web/kit/Logo.tsx';
import { EvidenceAudit } from './EvidenceAudit.tsx';
import { EvidenceDials } from './EvidenceDials.tsx';
import { EvidenceRound } from './EvidenceRound.tsx';
import { utcText } from './utcText.ts';
import classes from './Evidence.module.css';
import { partnerText } from '#web/bucket/address.ts';

type Read<T> = T extends object ? { readonly [K in keyof T]: Read<T[K]> } : T;
export type EvidenceRead = Read<Evidence>;

/** All of it on one sheet after the other; the same facts as in the file. */
export function EvidencePaper({ evidence }: Readonly<{ evidence: EvidenceRead }>) {
  const { bucket, version, content_hash, agreement, made_at, made_by, rounds, difference, dials, audit, audit_cut } =
    evidence;
  return (
    <article data-evidence className={classes.paper} aria-label={`Evidence of version ${version.number}`}>
      <p className={classes.brand}>
        <Logo size={20} /> Lineslip
      </p>
      <h2 className={classes.title}>
        {bucket.class}, {partnerText(bucket.partner)}: version {version.number}
      </h2>
      <dl className={classes.facts}>
        <Fact name="Live from">{utcText(version.live_at)}</Fact>
        <Fact name="Live until">{version.superseded_at === null ? 'now' : utcText(version.superseded_at)}</Fact>
        <Fact name="Saved last by">{version.saved_by?.name ?? 'nobody'}</Fact>
        <Fact name="Appetite">{appetiteText(bucket.appetite)}</Fact>
        <Fact name="Description">{version.description || 'none'}</Fact>
        <Fact name="Content hash">
          <span className={classes.hash}>{content_hash}</span>
          <span className={classes.quiet}>SHA-256 of the canonical JSON of its entries; votes are bound to it.</span>
        </Fact>
        <Fact name="Agreement">
          <span>{agreement.sentence}</span>
          {agreement.checkpoint !== null && <CheckpointLine checkpoint={agreement.checkpoint} />}
        </Fact>
        <Fact name="Made">
          {utcText(made_at)} by {made_by.name}
        </Fact>
      </dl>
      <section aria-label="Reviews" className={classes.part}>
        <h3>Reviews</h3>
        {rounds.length === 0 && <p className={classes.quiet}>This version came to be without a review.</p>}
        {rounds.map((round) => (
          <EvidenceRound key={round.submitted_at} round={round} contentHash={content_hash} />
        ))}
      </section>
      <section aria-label="What changed" className={classes.part}>
        <h3>What changed</h3>
        {difference === null && <p className={classes.quiet}>It is the first version: there was none before it.</p>}
        {difference !== null && totalChanges(difference.counts) === 0 && (
          <p className={classes.quiet}>Nothing, against version {version.number - 1}.</p>
        )}
        {difference !== null &&
          CHANGE_KINDS.filter((kind) => difference.counts[kind] > 0).map((kind) => (
            <ChangeSection
              key={kind}
              kind={kind}
              changes={difference.changes.filter((change) => change.kind === kind) as readonly BucketChange[]}
              before={difference.before}
              after={difference.after}
              whole
            />
          ))}
      </section>
      <EvidenceDials version={version} dials={dials} />
      <EvidenceAudit audit={audit} audit_cut={audit_cut} />
    </article>
  );
}

function CheckpointLine({
  checkpoint,
}: Readonly<{ checkpoint: NonNullable<EvidenceRead['agreement']['checkpoint']> }>) {
  return (
    <span className={classes.quiet}>
      Checkpoint of {utcText(checkpoint.at)}: record {checkpoint.seq}, signed by{' '}
      <span className={classes.hash}>{checkpoint.key}</span>.
    </span>
  );
}

function Fact({ name, children }: Readonly<{ name: string; children: ReactNode }>) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
