import type { PAGE_MODULES } from '../web/app/pageModules.ts';

/** The limits of a page's first download: its gzipped JavaScript, and its number of files. */
export type PageBudget = Readonly<{ maxKilobytes: number; maxFiles: number }>;

const DIAL_EDITOR = { maxKilobytes: 368, maxFiles: 16 };

/**
 * A budget for each address, two percent above the page's size when it was written. If you exceed one, load something
 * later, or explain in the commit why the page needs more.
 */
export const PAGE_BUDGETS = {
  '/': { maxKilobytes: 280, maxFiles: 6 },
  '/appetite-proposals/:proposalId': { maxKilobytes: 310, maxFiles: 11 },
  '/admin': { maxKilobytes: 281, maxFiles: 9 },
  '/classes/:cob': { maxKilobytes: 338, maxFiles: 17 },
  '/dial': DIAL_EDITOR,
  '/dial/:dialId': DIAL_EDITOR,
  '/dial/:dialId/dimensions': DIAL_EDITOR,
  '/dial/:dialId/values': DIAL_EDITOR,
  '/dials': { maxKilobytes: 320, maxFiles: 11 },
  '/dials/:dialId': { maxKilobytes: 364, maxFiles: 19 },
  '/review-sets/:setId': { maxKilobytes: 372, maxFiles: 17 },
  '/syndicate': { maxKilobytes: 306, maxFiles: 15 },
  '/syndicate/:syndicateNumber/bucket': { maxKilobytes: 299, maxFiles: 11 },
  '/syndicate/:syndicateNumber/bucket/:cob': { maxKilobytes: 394, maxFiles: 21 },
  '/syndicate/:syndicateNumber/bucket/:cob/draft': { maxKilobytes: 396, maxFiles: 23 },
  '/syndicate/:syndicateNumber/bucket/:cob/edit': { maxKilobytes: 431, maxFiles: 29 },
  '/dials/:dialId/buckets/:rollout': { maxKilobytes: 375, maxFiles: 23 },
  '/users': { maxKilobytes: 314, maxFiles: 13 },
  '/users/:userId': { maxKilobytes: 317, maxFiles: 14 },
} satisfies Readonly<Record<keyof typeof PAGE_MODULES, PageBudget>>;
