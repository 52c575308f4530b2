import type { Answer } from '#contract/route.ts';
import type { OwnBucket, OwnDial, OwnDraft, workRoutes } from '#contract/work.ts';
import { ageOf } from '#domain/day/age.ts';
import { writeDay } from '#domain/day/day.ts';
import { totalChanges } from '#domain/bucket/change-kind.ts';
import { COMING_DAYS } from '#domain/dial/status.ts';
import {
  addressOf,
  bucketAddress,
  BUCKETS_ADDRESS,
  classAddress,
  classLabel,
  partnerText,
  reviewSetAddress,
} from '#web/bucket/address.ts';
import { agree, plural } from '#web/kit/plural.ts';

/** One row of a person's work. */
export type WorkRow = Readonly<{
  kind: 'draft_rejected' | 'draft_scheduled' | 'pending_review' | 'draft' | 'newer' | 'dial' | 'class';
  to: string;
  /** What a phone opens instead of a page for editing. */
  narrow?: string;
  title: string;
  /** The partner of a bucket, the version of a dial, the number of buckets of a set. */
  of: string;
  says: string;
  /** Its age; undefined if unknown. */
  age: string;
}>;

type Work = Answer<typeof workRoutes.getMyWork>;

/** The person's open work with its feedback, and what needs attention. */
export const listWork = (
  { drafts, buckets, dials, classes }: Pick<Work, 'drafts' | 'buckets' | 'dials' | 'classes'>,
  now: number,
): WorkRow[] => [
  ...drafts.map((draft) => draftRow(draft, now)),
  ...classes.map(classRow),
  ...buckets.map(bucketRow),
  ...dials.map((dial) => dialRow(dial, now)),
];

/** The unlisted work, and the page that lists it among everyone's. */
export const listMore = ({ drafts, buckets, dials }: Work['more']): Readonly<{ to: string; says: string }>[] =>
  [
    { count: drafts, to: `${BUCKETS_ADDRESS}?tab=draft`, says: plural(drafts, 'more draft') },
    { count: buckets, to: BUCKETS_ADDRESS, says: `${plural(buckets, 'more bucket')} to look after` },
    { count: dials, to: '/dials?tab=draft', says: plural(dials, 'more draft of a dial', 'more drafts of dials') },
  ].filter(({ count }) => count > 0);

const ageText = (since: string, now: number): string => ageOf(Date.parse(since), now).words;

function draftRow(draft: OwnDraft, now: number): WorkRow {
  const { rejected, votes, state, since, changes, approved_for: day, set } = draft;
  const subject =
    set === null
      ? { ...nameOf(draft), to: bucketAddress(addressOf(draft), 'draft') }
      : { title: set.title, of: plural(set.buckets, 'bucket'), to: reviewSetAddress(set.id) };
  const row = { ...subject, age: ageText(since, now) };
  if (rejected !== null) return { ...row, kind: 'draft_rejected', says: rejectedText(rejected) };
  if (state === 'draft')
    return { ...row, kind: 'draft', says: `Draft with ${plural(totalChanges(changes), 'change')}` };
  if (day !== null) return { ...row, kind: 'draft_scheduled', says: `Approved, live on ${writeDay(day)}` };
  return { ...row, kind: 'pending_review', says: votes === null ? 'In review' : waitingText(votes) };
}

const nameOf = ({ partner, cob }: Pick<OwnBucket, 'partner' | 'cob'>) => ({
  title: classLabel(cob),
  of: partnerText(partner),
});

/** "Rejected by Ann: “Too wide.” By Bo: “Still too wide.”" */
const rejectedText = (rejected: NonNullable<OwnDraft['rejected']>): string =>
  rejected.map(({ by, comment }, index) => `${index === 0 ? 'Rejected by' : 'By'} ${by.name}: “${comment}”`).join(' ');

/** "1 of 2 approvals, waiting for Ann, Bo or Cy" */
function waitingText({ approvals, required, missing, others }: NonNullable<OwnDraft['votes']>): string {
  const so = `${approvals} of ${required} approvals`;
  if (missing.length === 0) return `${so}, and nobody is left who may vote`;
  const named = missing.map(({ name }) => name);
  const all = others > 0 ? [...named, plural(others, 'other')] : named;
  return `${so}, waiting for ${[all.slice(0, -1).join(', '), all.at(-1)].filter(Boolean).join(' or ')}`;
}

function bucketRow(bucket: OwnBucket): WorkRow {
  const { newer, ending } = bucket;
  const parts = [
    ...(newer > 0 ? [`${plural(newer, 'newer version')} waiting`] : []),
    ...(ending > 0 ? [`${plural(ending, 'dial')} ${agree(ending, 'ends', 'end')} within ${COMING_DAYS} days`] : []),
  ];
  return { kind: 'newer', ...nameOf(bucket), to: bucketAddress(addressOf(bucket)), says: parts.join(', '), age: '' };
}

/** A class whose review is overdue. */
const classRow = ({ cob, owner, next_review }: Work['classes'][number]): WorkRow => ({
  kind: 'class',
  to: classAddress(cob),
  title: classLabel(cob),
  of: owner === null ? 'no owner' : `owner ${owner.name}`,
  says: `The review of this class was due ${writeDay(next_review)}`,
  age: '',
});

const dialRow = ({ id, name, version, since }: OwnDial, now: number): WorkRow => ({
  kind: 'dial',
  to: `/dial/${id}`,
  narrow: `/dials/${id}`,
  title: name,
  of: `v${version}`,
  says: 'Draft of a dial',
  age: ageText(since, now),
});
