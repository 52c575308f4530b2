import { useMemo } from 'react';
import { useParams } from 'react-router';
import type { Partner } from '#contract/bucket.ts';
import { CLASSES, findClass } from '#domain/cob/class-of-business.ts';
import { isDay } from '#domain/day/day.ts';

export type BucketAddress = Readonly<{ partner: number; cob: string }>;

export const addressOf = ({ partner, cob }: Readonly<{ partner: Partner; cob: string }>): BucketAddress => ({
  partner: partner.number,
  cob,
});

/** The bucket in the URL. A partner that is not a number is left to the server to refuse. */
export function useBucketAddress(): BucketAddress {
  const { syndicateNumber = '', cob = '' } = useParams();
  return useMemo(() => ({ partner: Number(syndicateNumber), cob }), [syndicateNumber, cob]);
}

export const BUCKETS_ADDRESS = '/syndicate';
/** The drafts of all buckets. */
export const DRAFTS_ADDRESS = `${BUCKETS_ADDRESS}?tab=draft`;
export const partnerAddress = (partner: number): string => `${BUCKETS_ADDRESS}/${partner}/bucket`;
export const bucketAddress = ({ partner, cob }: BucketAddress, page?: 'draft' | 'edit' | 'import'): string =>
  [partnerAddress(partner), cob, page].filter(Boolean).join('/');

/** The edit page with Submit for Review open, to restart the bucket with its draft. */
export const restartAddress = (address: BucketAddress): string => `${bucketAddress(address, 'edit')}?restart=yes`;

/** One class across partners. */
export const classAddress = (cob: string): string => `/classes/${cob}`;

/** What changed in a class in a month, `2026-11`; of the first class in this month unless they are given. */
export const reportAddress = (cob = CLASSES[0]?.slug ?? '', month = new Date().toISOString().slice(0, 7)): string =>
  `/reports/${cob}/${month}`;

export const partnerText = ({ number, name }: Partner): string => `${number} ${name}`;
export const classLabel = (slug: string): string => findClass(slug)?.label ?? slug;

/** The title of a bucket's page, for its tab and for the back button of other pages. */
export const bucketName = ({ partner, cob }: Readonly<{ partner: Partner; cob: string }>): string =>
  `${classLabel(cob)}, ${partner.number}`;

/** Buckets › 9101 Alder, followed by the name of a page below the bucket. */
export function bucketPath(partner: Partner, last?: string) {
  const steps = [
    { label: 'Buckets', to: BUCKETS_ADDRESS },
    { label: partnerText(partner), to: partnerAddress(partner.number) },
  ];
  return last === undefined ? steps : [...steps, { label: last }];
}

export const bucketParent = (partner: Partner) => ({ to: partnerAddress(partner.number), name: partnerText(partner) });

const numberIn = (text: string): number | undefined => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined);

/** The version in the URL: `?version=11`, or `?as_of=2026-11-03` for the one live at the end of that UTC day. */
export type VersionChoice = Readonly<{ version: number }> | Readonly<{ day: string }> | undefined;

export function readVersionChoice(search: URLSearchParams): VersionChoice {
  const version = numberIn(search.get('version') ?? '');
  if (version !== undefined) return { version };
  const day = search.get('as_of') ?? '';
  return isDay(day) ? { day } : undefined;
}

export const endOfDay = (day: string): string => `${day}T23:59:59.999Z`;

/** On the bucket's page. Without a choice: the live version. */
export function versionAddress(choice?: VersionChoice): string {
  if (choice === undefined) return '?';
  return 'version' in choice ? `?version=${choice.version}` : `?as_of=${choice.day}`;
}

/** `?history=all`, or `?history=11..12` with two versions side by side. */
export type HistoryChoice = Readonly<{ from: number; to: number }> | 'all';

export function readHistoryChoice(search: URLSearchParams): HistoryChoice | undefined {
  const history = search.get('history');
  if (history === null) return undefined;
  const [from, to, ...rest] = history.split('..').map(numberIn);
  return from === undefined || to === undefined || rest.length > 0 ? 'all' : { from, to };
}

export const historyAddress = (choice: HistoryChoice = 'all'): string =>
  choice === 'all' ? '?history=all' : `?history=${choice.from}..${choice.to}`;

/** `?evidence=12` */
export const readEvidenceChoice = (search: URLSearchParams): number | undefined =>
  numberIn(search.get('evidence') ?? '');

export const evidenceAddress = (number: number): string => `?evidence=${number}`;

/** Where to decide about raised appetites. */
export const proposalAddress = (proposalId: string): string => `/appetite-proposals/${proposalId}`;

/** The review page of buckets that were submitted together. */
export const reviewSetAddress = (setId: string): string => `/review-sets/${setId}`;
