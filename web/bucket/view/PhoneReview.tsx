import { Drawer } from '@mantine/core';
import IconBack from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import type { ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Bucket, BucketDraft } from '#contract/bucket.ts';
import { isRestartOnly } from '#domain/bucket/restart.ts';
import { describeRestartOnly } from '#domain/bucket/stop.ts';
import type { BucketChange } from '#domain/bucket/summary.ts';
import type { Impact } from '#domain/impact/impact.ts';
import { addressOf } from '#web/bucket/address.ts';
import type { ReviewImpact } from '#web/impact/useReviewImpact.tsx';
import { useBucketChanges } from '#web/bucket/query.ts';
import { ImpactView } from '#web/impact/ImpactView.tsx';
import { ChangeBrief } from '#web/change/ChangeBrief.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { Card } from '#web/kit/Card.tsx';
import { ChangeCounter, COUNTED_KINDS } from '#web/kit/ChangeCounter.tsx';
import { FactLine } from '#web/kit/FactLine.tsx';
import { plural } from '#web/kit/plural.ts';
import { FactLines, FactNotices, type FactLinksProps, SECTIONS } from './FactLinks.tsx';
import classes from './PhoneReview.module.css';

export type ReviewVotes = Readonly<{ given: number; required: number; comments: number; open: () => void }>;
type Section = keyof typeof SECTIONS;

const TITLES: Readonly<Record<Section, string>> = {
  changes: 'All changes',
  impact: 'Impact',
  examples: 'Examples',
  unusual: 'Unusual values',
  findings: 'Findings',
};

/** The changes that are listed. */
const FIRST = 3;

type PhoneReviewProps = FactLinksProps &
  Readonly<{
    votes: ReviewVotes | undefined;
    /** Each section as on a wide screen. */
    sections: Readonly<Record<Section, ReactNode>>;
    isWaiting: boolean;
  }>;

/** A review on a phone: what changes most, one chart, and a line for everything else, which opens as a page. */
export function PhoneReview({ votes, sections, isWaiting, ...facts }: PhoneReviewProps) {
  const { bucket, draft, impact } = facts;
  const { section, open, close } = useSection();
  const changes = useBucketChanges(addressOf(bucket));
  const waits = isWaiting || changes.isPending || (impact.query.isPending && impact.query.isFetching);
  return (
    <>
      {waits && (
        <>
          <Card waiting={7} />
          <Card waiting={7} />
        </>
      )}
      <div className={`ls-grid ls-gap-10 ${classes.rest}`} data-waiting={waits || undefined}>
        <FactNotices {...facts} />
        <Loaded query={changes} title="Failed to fetch dial metadata">
          {(all) => <Changes changes={all} impact={impact.stored?.impact} onOpen={() => open('changes')} />}
        </Loaded>
        <Measured bucket={bucket} draft={draft} impact={impact} onOpen={() => open('impact')} />
        <FactLines {...facts} onOpen={(to) => open(to as Section)}>
          {votes && (
            <FactLine fact={`${votes.given} of ${votes.required} approvals`} onOpen={votes.open}>
              <span className="ls-bars" aria-hidden>
                {Array.from({ length: votes.required }, (_, index) => (
                  <span key={index} data-given={index < votes.given || undefined} />
                ))}
              </span>
              <span>{votes.comments === 0 ? 'no comments' : plural(votes.comments, 'comment')}</span>
            </FactLine>
          )}
        </FactLines>
      </div>
      <Drawer
        opened={section !== undefined}
        onClose={close}
        position="right"
        size="100%"
        padding={12}
        title={section && TITLES[section]}
        closeButtonProps={{ 'aria-label': 'Back to the review', icon: <IconBack size={18} aria-hidden /> }}
        classNames={{ header: `ls-surface ls-rule-below ${classes.head}`, title: 'ls-title', body: classes.page }}
      >
        {section && <div className="ls-grid ls-gap-16">{sections[section]}</div>}
      </Drawer>
    </>
  );
}

type ChangesProps = Readonly<{
  changes: Readonly<{ changes: readonly BucketChange[]; counts: Readonly<Record<BucketChange['kind'], number>> }>;
  impact: Impact | undefined;
  onOpen: () => void;
}>;

/** The changes that touch most risks, and a way to the others. */
function Changes({ changes: { changes, counts }, impact, onOpen }: ChangesProps) {
  const risks = new Map(impact?.behind.map((dial) => [dial.dial_id, dial.risks]));
  const touched = (change: BucketChange) => risks.get(change.dial_id) ?? 0;
  const first = changes.toSorted((a, b) => touched(b) - touched(a)).slice(0, FIRST);
  return (
    <section aria-label="Change summary" className="ls-card ls-ruled">
      <p className={`ls-row ls-spread ls-gap-8 ${classes.title}`}>
        <b className="ls-title">{plural(changes.length, 'change')}</b>
        <span className="ls-row ls-gap-4">
          {COUNTED_KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
            <ChangeCounter key={kind} kind={kind} count={counts[kind]} />
          ))}
        </span>
      </p>
      {first.map((change) => (
        <ChangeBrief key={`${change.kind} ${change.dial_id}`} change={change} />
      ))}
      <button type="button" className={`ls-plain ls-wide ls-row ls-spread ${classes.more}`} onClick={onOpen}>
        <span className="ls-accent ls-semi">
          {changes.length > FIRST ? `${changes.length - FIRST} more` : 'All dials of the draft'}
        </span>
        <IconOpen size={16} stroke={1.75} aria-hidden className="ls-ink-3" />
      </button>
    </section>
  );
}

type MeasuredProps = Readonly<{ bucket: Bucket; draft: BucketDraft; impact: ReviewImpact; onOpen: () => void }>;

/** The measured impact, which opens whole; otherwise why there is none. */
function Measured({ bucket, draft, impact: { stored, query }, onOpen }: MeasuredProps) {
  if (isRestartOnly(bucket.live.entries, draft)) return <p className="ls-card ls-pad">{describeRestartOnly(1)}</p>;
  if (stored === undefined)
    return (
      <p className={`ls-card ls-pad ls-ink-3 ${classes.measuring}`}>
        {query.data?.missing === 'on-its-way' ? '… Impact is being measured' : 'Impact is not measured.'}
      </p>
    );
  return (
    <section aria-label="Impact" className={`ls-card ls-relative ${classes.impact}`}>
      <ImpactView density="phone" impact={stored.impact} day={stored.day} />
      <button type="button" className={`ls-plain ls-row ${classes.whole}`} onClick={onOpen}>
        <span className="ls-accent ls-semi">All values, segments and largest changes</span>
        <IconOpen size={16} stroke={1.75} aria-hidden className="ls-ink-3 ls-push" />
      </button>
    </section>
  );
}

const PARAMETER = 'section';

/** The section that is open, in the address, so that Back leads to the same place of the review. */
function useSection() {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const named = params.get(PARAMETER);
  const section = Object.keys(SECTIONS).find((key): key is Section => key === named);
  const addressWith = (next: Section | undefined) => {
    const search = new URLSearchParams(params);
    if (next === undefined) search.delete(PARAMETER);
    else search.set(PARAMETER, next);
    return { search: search.toString() };
  };
  return {
    section,
    open: (next: Section) => void navigate(addressWith(next), { state: OPENED_HERE }),
    close: () => void (state === OPENED_HERE ? navigate(-1) : navigate(addressWith(undefined), { replace: true })),
  };
}

const OPENED_HERE = 'section';
