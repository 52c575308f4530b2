/**
 * The module of each URL, so that the server can preload it: the browser then fetches the page while the shell is still
 * loading. routes.tsx has the same in code; a test compares the two.
 */
export const PAGE_MODULES = {
  '/': 'home/HomePage.tsx',
  '/admin': 'app/pages/AdminPage.tsx',
  '/api/docs': 'app/pages/ApiDocsPage.tsx',
  '/appetite-proposals/:proposalId': 'review/ProposalPage.tsx',
  '/classes/:cob': 'batch/ParityPage.tsx',
  '/dial': 'dial/DialEditPage.tsx',
  '/dial/:dialId': 'dial/DialEditPage.tsx',
  '/dial/:dialId/dimensions': 'dial/DialEditPage.tsx',
  '/dial/:dialId/values': 'dial/DialEditPage.tsx',
  '/dials': 'dial/DialsPage.tsx',
  '/dials/:dialId': 'dial/DialDetailsPage.tsx',
  '/reports/:cob/:month': 'report/ReportPage.tsx',
  '/review-sets/:setId': 'review/ReviewSetPage.tsx',
  '/syndicate': 'bucket/matrix/PartnersPage.tsx',
  '/syndicate/:syndicateNumber/bucket': 'bucket/matrix/ClassesPage.tsx',
  '/syndicate/:syndicateNumber/bucket/:cob': 'app/pages/BucketPage.tsx',
  '/syndicate/:syndicateNumber/bucket/:cob/draft': 'app/pages/BucketDraftPage.tsx',
  '/syndicate/:syndicateNumber/bucket/:cob/edit': 'bucket/edit/BucketEditPage.tsx',
  '/syndicate/:syndicateNumber/bucket/:cob/import': 'sheet/ImportPage.tsx',
  '/dials/:dialId/buckets/:rollout': 'batch/RolloutPage.tsx',
  '/users': 'user/UsersPage.tsx',
  '/users/:userId': 'user/UserPage.tsx',
} as const satisfies Readonly<Record<`/${string}`, string>>;
