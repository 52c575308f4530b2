import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { type ReactNode, use, useMemo } from 'react';
import type { Bucket, BucketDraft } from '#contract/bucket.ts';
import { isRestartOnly } from '#domain/bucket/restart.ts';
import { CHANGE_KINDS, totalChanges } from '#domain/bucket/change-kind.ts';
import { countChanges, diffEntries } from '#domain/bucket/diff.ts';
import { brokenOf, checkExamples } from '#domain/example/check.ts';
import { describeGap, describeGaps, groupGaps, summariseFindings } from '#domain/evaluation/verify/words.ts';
import { grouped } from '#domain/dimension/format.ts';
import { type CountOf, countRisksInGap, countRisksOfFinding } from '#domain/impact/findings.ts';
import type { MeasuredGap } from '#domain/impact/impact.ts';
import { uncapitalise } from '#domain/dimension/words.ts';
import { viewImpact } from '#domain/impact/view.ts';
import { countRisks } from '#domain/impact/words.ts';
import { describeLeft, describeMoney, describeShares, listOver } from '#domain/capacity/capacity.ts';
import type { UnusualValue } from '#domain/bucket/unusual.ts';
import { VALUES } from '#domain/value/registry.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { addressOf } from '#web/bucket/address.ts';
import { rateEntries } from '#web/example/checked.ts';
import { ExampleGlyph } from '#web/example/ExampleGlyph.tsx';
import { FindingGlyph } from '#web/change/FindingLine.tsx';
import { EndingNotice } from '#web/change/EndingNotice.tsx';
import { listDraftEndings } from '#web/change/useEndings.ts';
import { GapNotice } from '#web/change/GapLine.tsx';
import type { TouchedFindings } from '#web/change/useTouched.ts';
import { nameDials } from '#web/impact/useDialNames.ts';
import type { ReviewImpact } from '#web/impact/useReviewImpact.tsx';
import { type DialLookup } from '#web/bucket/query.ts';
import { ChangeCounter } from '#web/kit/ChangeCounter.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import { Fact, type FactProps, OpenContext } from './Fact.tsx';
import classes from './FactLinks.module.css';

/** The sections of the page that facts link to. */
export const SECTIONS = {
  changes: 'changes',
  impact: 'impact',
  examples: 'examples',
  unusual: 'unusual',
  findings: 'findings',
} as const;

export type FactLinksProps = Readonly<{
  bucket: Bucket;
  draft: BucketDraft;
  lookup: DialLookup;
  /** The dials failed to load, so facts that depend on them are unavailable. */
  isUnread: boolean;
  found: TouchedFindings;
  /** Undefined until they are known. */
  gaps: readonly MeasuredGap[] | undefined;
  unusual: readonly UnusualValue[] | undefined;
  impact: ReviewImpact;
}>;

/** A draft at a glance. Each fact links to its section further down the page. */
export function FactLinks(props: FactLinksProps) {
  const { bucket, draft, lookup, isUnread, found, unusual, impact } = props;
  const { nameOf } = nameDials(draft.entries, [bucket.live.entries], lookup);
  return (
    <div className={`ls-card ${classes.card}`}>
      <FactNotices {...props} />
      <nav aria-label="Facts" className={classes.facts}>
        <Changes bucket={bucket} draft={draft} nameOf={nameOf} />
        {draft.review !== null && <ImpactFact impact={impact} bucket={bucket} />}
        <CapacityFact impact={impact} />
        <Examples bucket={bucket} draft={draft} lookup={lookup} isUnread={isUnread} />
        <FoundFact found={found} draft={draft} isUnread={isUnread} />
        <UnusualFact unusual={unusual} />
      </nav>
    </div>
  );
}

/** What risks lose: dials that are not in force on the day. */
export function FactNotices({ bucket, draft, lookup, gaps = [], impact }: FactLinksProps) {
  const { nameOf } = nameDials(draft.entries, [bucket.live.entries], lookup);
  return (
    <>
      {gaps.length > 0 && (
        <GapNotice gaps={gaps} nameOf={nameOf} onFigure={impact.measured && impact.show} className="ls-rule-below" />
      )}
      <EndingNotice endings={listDraftEndings(draft.entries, lookup, draft.review?.live_on)} />
    </>
  );
}

type FactLinesProps = FactLinksProps & Readonly<{ onOpen: (section: string) => void; children: ReactNode }>;

/** The facts that are no figures, one line each, and other lines below them. */
export function FactLines({
  bucket,
  draft,
  lookup,
  isUnread,
  found,
  unusual,
  impact,
  onOpen,
  children,
}: FactLinesProps) {
  return (
    <OpenContext value={onOpen}>
      <nav aria-label="Facts" className="ls-card ls-ruled">
        <CapacityFact impact={impact} />
        <Examples bucket={bucket} draft={draft} lookup={lookup} isUnread={isUnread} />
        <FoundFact found={found} draft={draft} isUnread={isUnread} />
        <UnusualFact unusual={unusual} />
        {children}
      </nav>
    </OpenContext>
  );
}

/** Loading or failed. The linked section shows the error and Retry. */
function Unknown({ isUnread, ...fact }: Pick<FactProps, 'to' | 'label'> & Readonly<{ isUnread: boolean }>) {
  return (
    <Fact {...fact} fact={isUnread ? 'Not available' : '…'}>
      {isUnread && 'Could not be loaded'}
    </Fact>
  );
}

type ChangesProps = Pick<FactLinksProps, 'bucket' | 'draft'> & Readonly<{ nameOf: (dialId: string) => string }>;

/** Their number; a single one is named. */
function Changes({ bucket, draft, nameOf }: ChangesProps) {
  const diff = diffEntries(bucket.live.entries, draft.entries);
  const counts = countChanges(diff);
  const [only] = [...diff.added, ...diff.removed].map(({ entry }) => entry);
  const [dial = only] = [...diff.updated, ...diff.overridden, ...diff.reordered];
  const total = totalChanges(counts);
  const restarts = draft.review?.restart === true;
  const changes = total === 1 && dial ? nameOf(dial.dial_id) : plural(total, 'change');
  return (
    <Fact
      to={SECTIONS.changes}
      label="Changes"
      isWide
      fact={restarts ? `Restart${total === 0 ? '' : ` and ${changes}`}` : changes}
    >
      <span className="ls-row ls-wrap ls-gap-4">
        {CHANGE_KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
          <ChangeCounter key={kind} kind={kind} count={counts[kind]} />
        ))}
      </span>
    </Fact>
  );
}

/** From the impact stored at submit, shown in full below. */
function ImpactFact({ impact: { query, stored: measured }, bucket }: Pick<FactLinksProps, 'impact' | 'bucket'>) {
  const stored = measured?.impact;
  const missing = query.data?.missing ?? null;
  if (isRestartOnly(bucket.live.entries, bucket.draft))
    return (
      <Fact to={SECTIONS.impact} label="Impact" fact="Answers risks again">
        no dial changes
      </Fact>
    );
  if (stored === undefined)
    return (
      <Fact
        to={SECTIONS.impact}
        label="Impact"
        fact={missing === null || missing === 'on-its-way' ? '…' : 'Not measured'}
      >
        {missing === 'on-its-way' && 'being measured'}
      </Fact>
    );
  const view = viewImpact(stored, 'risks', measured?.day);
  return (
    <Fact to={SECTIONS.impact} label="Impact" fact={view.isChanged ? `${view.percent} of risks` : view.nothing}>
      {view.isChanged && view.counts}
      {!view.isChanged && bucket.stop && 'by its dials; live is stopped'}
    </Fact>
  );
}

/** Only limits that the draft exceeds. */
function CapacityFact({ impact: { stored } }: Pick<FactLinksProps, 'impact'>) {
  const over = listOver(stored?.capacity?.limits ?? []);
  const [first] = over;
  if (first === undefined) return null;
  const { before, after } = describeShares(first);
  return (
    <Fact to={SECTIONS.impact} label="Capacity" fact={describeLeft(first).text}>
      <IconWarning size={15} stroke={1.75} aria-hidden className="ls-fixed ls-red" />
      <span className="ls-clip ls-red">
        {[before, after].filter((share) => share !== null).join(' → ')} of {describeMoney(first.limit.limit)}
        {over.length > 1 && ` and ${over.length - 1} more`}
      </span>
    </Fact>
  );
}

type ExamplesProps = Pick<FactLinksProps, 'bucket' | 'draft' | 'lookup' | 'isUnread'>;

function Examples({ bucket, draft, lookup, isUnread }: ExamplesProps) {
  const { data, error } = useApiQuery('listExamples', { params: addressOf(bucket) });
  const isLine = use(OpenContext) !== undefined;
  const checked = useMemo(() => {
    const rated = rateEntries(draft.entries, lookup);
    return rated && data && checkExamples(rated, data.items);
  }, [draft, lookup, data]);
  if (checked === undefined)
    return (
      <Unknown to={SECTIONS.examples} label="Examples" isUnread={isUnread || (data === undefined && error !== null)} />
    );
  const broken = brokenOf(checked);
  const [first] = broken;
  const all = checked.length;
  const fact = first
    ? `${broken.length} of ${all} ${agree(broken.length, 'breaks', 'break')}`
    : all
      ? 'All pass'
      : 'None';
  return (
    <Fact
      to={SECTIONS.examples}
      label="Examples"
      fact={fact}
      line={first ? fact : agree(all, 'The example passes', all ? `All ${all} examples pass` : 'No examples')}
    >
      {first && (
        <>
          <ExampleGlyph ok={false} />
          <span className="ls-clip">{first.example.name}</span>
        </>
      )}
      {!first && all > 0 && !isLine && plural(all, 'example')}
    </Fact>
  );
}

type FoundFactProps = Pick<FactLinksProps, 'found' | 'draft' | 'isUnread'>;

function FoundFact({ found: { findings, countOf }, draft, isUnread }: FoundFactProps) {
  if (findings === undefined) return <Unknown to={SECTIONS.findings} label="Findings" isUnread={isUnread} />;
  const added = findings.dials.filter(({ isNew }) => isNew);
  const [gap] = groupGaps(findings.gaps);
  const [first] = added;
  const touched = first && countRisksOfFinding(first, countOf);
  const at = first && draft.entries.findIndex(({ dial_id }) => dial_id === first.dial_id) + 1;
  return (
    <Fact to={SECTIONS.findings} label="Findings" fact={summariseFindings(findings)} isWide>
      {gap && <GapFact gap={gap} countOf={countOf} />}
      {!gap && first && (
        <>
          <FindingGlyph kind={first.kind} />
          {first.kind === 'overlap' ? `dials ${at} and ${first.position}` : `dial ${at}`}
          {touched && `, ${uncapitalise(countRisks(touched.risks))}`}
          {added.length > 1 && ` and ${added.length - 1} more`}
        </>
      )}
    </Fact>
  );
}

/** Left out where nothing is unusual. */
function UnusualFact({ unusual = [] }: Readonly<{ unusual: FactLinksProps['unusual'] }>) {
  const [first] = unusual;
  if (first === undefined) return null;
  return (
    <Fact
      to={SECTIONS.unusual}
      label="Unusual values"
      fact={plural(unusual.length, 'value')}
      line={plural(unusual.length, 'unusual value')}
    >
      <IconWarning size={15} stroke={1.75} aria-hidden className="ls-fixed ls-amber" />
      <span className="ls-clip">
        {VALUES[first.key].label}, dial {first.position}
        {unusual.length > 1 && ` and ${unusual.length - 1} more`}
      </span>
    </Fact>
  );
}

type GapFactProps = Readonly<{ gap: ReturnType<typeof groupGaps>[number]; countOf: CountOf }>;

/** "5,774 get no max line" */
function GapFact({ gap: { value, isNew }, countOf }: GapFactProps) {
  const risks = countRisksInGap(value, countOf)?.risks;
  return (
    <span data-parts className={`ls-row ls-gap-6 ls-grow ${isNew ? 'ls-red' : ''}`}>
      <FindingGlyph kind="gap" />
      <span className="ls-clip">{risks ? `${grouped(risks)} ${describeGap(value, risks)}` : describeGaps(value)}</span>
    </span>
  );
}
