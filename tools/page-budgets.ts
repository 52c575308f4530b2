import type { PAGE_MODULES } from '../web/app/pageModules.ts';

/** The limits of a page's first download: its gzipped JavaScript, and its number of files. */
export type PageBudget = Readonly<{ maxKilobytes: number; maxFiles: number }>;

const DIAL_EDITOR = { maxKilobytes: 380, maxFiles: 16 };

/**
 * A budget for each address, two percent above the page's size when it was written. If you exceed one, load something
 * later, or explain in the commit why the page needs more.
 */
export const PAGE_BUDGETS = {
  '/': { maxKilobytes: 290, maxFiles: 7 },
  '/api/docs': { maxKilobytes: 290, maxFiles: 9 },
  '/appetite-proposals/:proposalId': { maxKilobytes: 316, maxFiles: 12 },
  '/admin': { maxKilobytes: 290, maxFiles: 9 },
  '/classes/:cob': { maxKilobytes: 349, maxFiles: 20 },
  '/dial': DIAL_EDITOR,
  '/dial/:dialId': DIAL_EDITOR,
  '/dial/:dialId/dimensions': DIAL_EDITOR,
  '/dial/:dialId/values': DIAL_EDITOR,
  '/dials': { maxKilobytes: 332, maxFiles: 12 },
  '/dials/:dialId': { maxKilobytes: 392, maxFiles: 20 },
  '/reports/:cob/:month': { maxKilobytes: 324, maxFiles: 16 },
  '/review-sets/:setId': { maxKilobytes: 402, maxFiles: 17 },
  '/syndicate': { maxKilobytes: 318, maxFiles: 18 },
  '/syndicate/:syndicateNumber/bucket': { maxKilobytes: 310, maxFiles: 14 },
  '/syndicate/:syndicateNumber/bucket/:cob': { maxKilobytes: 422, maxFiles: 26 },
  '/syndicate/:syndicateNumber/bucket/:cob/draft': { maxKilobytes: 430, maxFiles: 28 },
  '/syndicate/:syndicateNumber/bucket/:cob/edit': { maxKilobytes: 454, maxFiles: 30 },
  '/syndicate/:syndicateNumber/bucket/:cob/import': { maxKilobytes: 404, maxFiles: 25 },
  '/dials/:dialId/buckets/:rollout': { maxKilobytes: 408, maxFiles: 25 },
  '/users': { maxKilobytes: 333, maxFiles: 16 },
  '/users/:userId': { maxKilobytes: 336, maxFiles: 16 },
} satisfies Readonly<Record<keyof typeof PAGE_MODULES, PageBudget>>;
