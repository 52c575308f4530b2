import type { PAGE_MODULES } from './pageModules.ts';

type Page = keyof typeof PAGE_MODULES;

export type TourStep = Readonly<{ title: string; text: string; page: Page; search?: `?${string}`; link: string }>;

/** From a change to its evidence. docs/tour.md has the same steps with pictures. */
export const TOUR_STEPS: readonly TourStep[] = [
  {
    title: 'Lower a share cap',
    text: 'Open a dial, choose Edit Dial, say under Information why there is a new version, and change its Policy share cap under Values. Publishing makes the version; live buckets keep theirs.',
    page: '/dials',
    link: 'Dials',
  },
  {
    title: 'Roll it out to several partners',
    text: 'On the dial choose Update in buckets. Select the buckets, decide about their overrides, and save the drafts.',
    page: '/dials',
    link: 'Dials',
  },
  {
    title: 'See its impact',
    text: 'Edit a draft and choose Impact: which risks of the portfolio change, and by how much.',
    page: '/syndicate',
    search: '?tab=draft',
    link: 'Drafts',
  },
  {
    title: 'Submit it for review',
    text: 'Select the drafts and submit them together. Say what changes and why; impact and broken examples are listed.',
    page: '/syndicate',
    search: '?tab=draft',
    link: 'Drafts',
  },
  {
    title: 'A colleague reviews it',
    text: 'Reviews wait on Home. A reviewer sees the change, its exceptions and its impact, then comments, approves or rejects. Authors cannot vote.',
    page: '/',
    link: 'Home',
  },
  {
    title: 'The last approval makes it live',
    text: 'Each vote is for exactly the same content. The approval that completes the review replaces what is live: at once, or on the day that the draft is for.',
    page: '/',
    link: 'Home',
  },
  {
    title: 'Try a risk',
    text: 'Open a bucket and choose Try a risk. Enter what is known; the result shows which dial sets each value.',
    page: '/syndicate',
    link: 'Buckets',
  },
  {
    title: 'Read the evidence',
    text: 'In the full history of a bucket, Print evidence shows who approved what, the impact they saw, and whether the audit agrees.',
    page: '/syndicate',
    link: 'Buckets',
  },
];
