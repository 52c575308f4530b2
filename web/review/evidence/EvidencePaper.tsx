import { CHANGE_KINDS, totalChanges } from '#domain/bucket/change-kind.ts';
import type { Evidence } from '#contract/evidence.ts';
import { printAppetite } from '#domain/appetite/appetite.ts';
import type { BucketChange } from '#domain/bucket/summary.ts';
import { ChangeRows } from '#web/change/ChangeRows.tsx';
import { appetiteText } from '#web/bucket/words.ts';
import { ExpectedSoFar } from '#web/impact/ExpectedSoFar.tsx';
import { Fact, Facts } from '#web/kit/Facts.tsx';
import { Logo } from '#web/kit/Logo.tsx';
import { EvidenceImpact } from './EvidenceImpact.tsx';
import { EvidenceRound } from './EvidenceRound.tsx';
import { PaperTable, utcText } from '#web/kit/PaperTable.tsx';
import paper from '#web/kit/Paper.module.css';
import classes from './Evidence.module.css';
import { partnerText } from '#web/bucket/address.ts';
import { sentence } from '#domain/dial/sentence.ts';
import { grouped } from '#domain/dimension/format.ts';
import { describeEngines } from '#domain/practice/expected.ts';
import { capitalise } from '#domain/dimension/words.ts';
import { SetsLine } from '#web/bucket/SetsLine.tsx';
import { useNameOption } from '#web/dial/query.ts';
import { describeExpected } from '#domain/example/words.ts';
import { VALUES } from '#domain/value/registry.ts';

type Read<T> = T extends object ? { readonly [K in keyof T]: Read<T[K]> } : T;
type EvidenceRead = Read<Evidence>;

/** Everything on consecutive sheets; the same facts as in the file. */
export function EvidencePaper({ evidence }: Readonly<{ evidence: EvidenceRead }>) {
  const { bucket, version, content_hash, agreement, made_at, made_by, rounds, difference, dials, audit, audit_cut } =
    evidence;
  return (
    <article data-paper className={`ls-card ${paper.paper}`} aria-label={`Evidence of version ${version.number}`}>
      <p className="ls-row ls-ink-2 ls-bold ls-below-14">
        <Logo size={20} /> Lineslip
      </p>
      <h2 className={paper.title}>
        {bucket.class}, {partnerText(bucket.partner)}: version {version.number}
      </h2>
      <Facts columns={2} className={classes.facts}>
        <Fact label="Live from">{utcText(version.live_at)}</Fact>
        {version.activated_at !== version.live_at && <Fact label="Activated">{utcText(version.activated_at)}</Fact>}
        <Fact label="Live until">{version.superseded_at === null ? 'now' : utcText(version.superseded_at)}</Fact>
        <Fact label="Saved last by">{version.saved_by?.name ?? 'nobody'}</Fact>
        <Fact label="Appetite">{appetiteText(bucket.appetite)}</Fact>
        <Fact label="Description">{version.description || 'none'}</Fact>
        <Fact label="Content hash">
          <span className={`ls-mono ls-tiny ${classes.hash}`}>{content_hash}</span>
          <span className="ls-block ls-small ls-ink-3">
            SHA-256 of the canonical JSON of its entries; votes are bound to it.
          </span>
        </Fact>
        <Fact label="Agreement">
          <span>{agreement.sentence}</span>
          {agreement.checkpoint !== null && <CheckpointLine checkpoint={agreement.checkpoint} />}
        </Fact>
        <Fact label="Made">
          {utcText(made_at)} by {made_by.name}
        </Fact>
      </Facts>
      <section aria-label="Reviews" className={paper.part}>
        <h3>Reviews</h3>
        {rounds.length === 0 && <p className="ls-small ls-ink-3">This version went live without a review.</p>}
        {rounds.map((round) => (
          <EvidenceRound key={`${round.number} ${round.submitted_at}`} round={round} audit={audit} />
        ))}
      </section>
      <EvidenceAppetites changes={evidence.appetite_changes} version={version} />
      <section aria-label="What changed" className={paper.part}>
        <h3>What changed</h3>
        {difference === null && <p className="ls-small ls-ink-3">This is the first version.</p>}
        {difference !== null && totalChanges(difference.counts) === 0 && (
          <p className="ls-small ls-ink-3">No changes against version {version.number - 1}.</p>
        )}
        {difference !== null &&
          CHANGE_KINDS.filter((kind) => difference.counts[kind] > 0).map((kind) => (
            <ChangeRows
              key={kind}
              kind={kind}
              changes={difference.changes.filter((change) => change.kind === kind) as readonly BucketChange[]}
              before={difference.before}
              after={difference.after}
              isWhole
            />
          ))}
      </section>
      <EvidenceStops stops={evidence.stops} />
      <EvidenceImpact impact={evidence.impact} utcText={utcText} />
      <EvidencePractice practice={evidence.practice} made_at={made_at} />
      <EvidenceDials version={version} dials={dials} />
      <EvidenceExamples examples={evidence.examples} version={version} />
      <EvidenceAudit audit={audit} audit_cut={audit_cut} />
    </article>
  );
}

/** What engines decided with the version until the evidence was made. */
function EvidencePractice({ practice, made_at }: Pick<EvidenceRead, 'practice' | 'made_at'>) {
  const { reporting, outcome } = practice;
  return (
    <section aria-label="In practice" className={paper.part}>
      <h3>In practice</h3>
      <p className="ls-small ls-ink-3 ls-below-8">
        {reporting.since === null
          ? 'No engine has reported decisions.'
          : `What ${describeEngines(reporting)} reported until ${utcText(made_at)}; the first reports are of ${utcText(reporting.since)}.`}
      </p>
      {reporting.since !== null && <ExpectedSoFar outcome={outcome} since={reporting.since} whole />}
    </section>
  );
}

/** When the bucket answered no risk, from the version before to the end of this one. */
function EvidenceStops({ stops }: Pick<EvidenceRead, 'stops'>) {
  if (stops.length === 0) return null;
  return (
    <section aria-label="Stops" className={paper.part}>
      <h3>Stops</h3>
      <p className="ls-small ls-ink-3">Since the version before. While it was stopped, it answered no risk.</p>
      <PaperTable label="Stops" heads={['Stopped', 'By', 'Reason', 'Restarted']}>
        {stops.map(({ id, at, by, reason, ended_at }) => (
          <tr key={id}>
            <td className="ls-nowrap">{utcText(at)}</td>
            <td>{by.name}</td>
            <td>{reason}</td>
            <td className="ls-nowrap">{ended_at === null ? 'not yet' : utcText(ended_at)}</td>
          </tr>
        ))}
      </PaperTable>
    </section>
  );
}

type CheckpointLineProps = Readonly<{ checkpoint: NonNullable<EvidenceRead['agreement']['checkpoint']> }>;

function CheckpointLine({ checkpoint }: CheckpointLineProps) {
  return (
    <span className="ls-block ls-small ls-ink-3">
      Checkpoint of {utcText(checkpoint.at)}: record {checkpoint.seq}, signed by{' '}
      <span className={`ls-mono ls-tiny ${classes.hash}`}>{checkpoint.key}</span>.
    </span>
  );
}

type EvidenceAppetitesProps = Pick<EvidenceRead, 'version'> & Readonly<{ changes: EvidenceRead['appetite_changes'] }>;

/** Left out where the appetite did not change. */
function EvidenceAppetites({ changes, version: { number } }: EvidenceAppetitesProps) {
  if (changes.length === 0) return null;
  return (
    <section aria-label="Changes of the appetite" className={paper.part}>
      <h3>Changes of the appetite</h3>
      <p className="ls-small ls-ink-3">
        {number > 1 ? `Since version ${number - 1} went live.` : 'Since the bucket was added.'}
      </p>
      <PaperTable label="Changes of the appetite" heads={['When', 'Before', 'After', 'Proposed by', 'Confirmed by']}>
        {changes.map(({ at, was, became, proposed_by, by }) => (
          <tr key={at}>
            <td className="ls-nowrap">{utcText(at)}</td>
            <td>{printAppetite(was)}</td>
            <td>{printAppetite(became)}</td>
            <td>{(proposed_by ?? by)?.name}</td>
            <td>{proposed_by === null ? 'lowered by one person' : by?.name}</td>
          </tr>
        ))}
      </PaperTable>
    </section>
  );
}

/** The chain of records; each hash covers the record and the hash before it. */
function EvidenceAudit({ audit, audit_cut }: Pick<EvidenceRead, 'audit' | 'audit_cut'>) {
  return (
    <section aria-label="Audit records" className={paper.part}>
      <h3>Audit records</h3>
      <p className="ls-small ls-ink-3">
        {audit_cut
          ? `The newest ${grouped(audit.length)} records of this bucket, in the order they were written. Older ones are on the audit page.`
          : 'Every change to this bucket, in the order it was recorded.'}{' '}
        What each record says in full is in the file.
      </p>
      <PaperTable label="Audit records" heads={['No.', 'When', 'By', 'What', 'Hash']}>
        {audit.map(({ seq, at, by, action, hash }) => (
          <tr key={seq}>
            <td>{seq}</td>
            <td className="ls-nowrap">{utcText(at)}</td>
            <td>{by?.name ?? ''}</td>
            <td>{action.replaceAll('_', ' ')}</td>
            <td className={`ls-mono ls-tiny ${classes.hash}`}>{hash}</td>
          </tr>
        ))}
      </PaperTable>
    </section>
  );
}

/** The snapshot: each dial in evaluation order, when it applies, and its values in this bucket. */
function EvidenceDials({ version, dials }: Pick<EvidenceRead, 'version' | 'dials'>) {
  const nameOption = useNameOption();
  const byVersion = new Map(dials.map((dial) => [`${dial.dial_id} ${dial.version}`, dial]));
  return (
    <section aria-label="Dials" className={paper.part}>
      <h3>Dials</h3>
      {version.entries.length === 0 && <p className="ls-small ls-ink-3">This version has no dials.</p>}
      {version.entries.length > 0 && (
        <PaperTable label="Dials in order" heads={['No.', 'Dial', 'Sets']} className={classes.dials}>
          {version.entries.map((entry, index) => {
            const dial = byVersion.get(`${entry.dial_id} ${entry.version}`);
            const says = dial ? sentence(dial.data, nameOption) : [];
            return (
              <tr key={entry.dial_id}>
                <td>{index + 1}</td>
                <td>
                  <span className="ls-bold">{dial?.data.name ?? entry.dial_id}</span> v{entry.version}
                  <span className="ls-block ls-small ls-ink-3">
                    {capitalise(says.map(({ text }) => text).join(''))}
                  </span>
                </td>
                <td>{dial && <SetsLine own={dial.data.values} overrides={entry.overrides} />}</td>
              </tr>
            );
          })}
        </PaperTable>
      )}
    </section>
  );
}

/** The version's results for the bucket's examples. They are not part of it, and may have changed since. */
function EvidenceExamples({ examples, version }: Pick<EvidenceRead, 'examples' | 'version'>) {
  const placeOf = (id: string | null) => version.entries.findIndex((entry) => entry.dial_id === id) + 1;
  return (
    <section aria-label="Examples" className={paper.part}>
      <h3>Examples</h3>
      <p className="ls-small ls-ink-3">
        {examples.length === 0 ? 'No examples in this bucket.' : 'The current examples, checked against this version.'}
      </p>
      {examples.length > 0 && (
        <PaperTable label="Examples" heads={['Example', 'Value', 'Expected', 'Given', 'Result']}>
          {examples.flatMap(({ name, saved_by, saved_at, values }) =>
            values.map(({ value, expected, given, ok, dial_id }, index) => (
              <tr key={`${name} ${value}`}>
                {index === 0 && (
                  <td rowSpan={values.length}>
                    <span className="ls-bold">{name}</span>
                    <span className="ls-block ls-small ls-ink-3">
                      {saved_by.name}, {utcText(saved_at)}
                    </span>
                  </td>
                )}
                <td>{VALUES[value].label}</td>
                <td>{describeExpected(value, expected)}</td>
                <td>
                  {describeExpected(value, given)}
                  {dial_id !== null && <span className="ls-ink-3">, dial {placeOf(dial_id)}</span>}
                </td>
                <td>{ok ? 'Passes' : 'Breaks'}</td>
              </tr>
            )),
          )}
        </PaperTable>
      )}
    </section>
  );
}
