import { type RouteObject, Navigate, Outlet, useLocation, useParams } from 'react-router';
import { PageError, RootError } from '#web/app/errors/errors.tsx';
import { Shell } from './Shell.tsx';
import { LoadingIndicator } from '#web/kit/LoadingIndicator.tsx';
import { Dialogs } from '#web/base/page/dialogs.tsx';
import { page } from '#web/base/page/page.ts';
import { WideOnly } from '#web/base/page/WideOnly.tsx';
import { allows, type Action, type Scope } from '#domain/user/permission.ts';
import { useSession } from '#web/base/session/session.tsx';

const home = page('Home', () => import('#web/home/HomePage.tsx').then((module) => module.HomePage));
const admin = page('Admin', () => import('#web/app/pages/AdminPage.tsx').then((module) => module.AdminPage));
const apiDocs = page('API', () => import('#web/app/pages/ApiDocsPage.tsx').then((module) => module.ApiDocsPage));
const dials = page('Dials', () => import('#web/dial/DialsPage.tsx').then((module) => module.DialsPage));
const dialDetails = page('Dial', () => import('#web/dial/DialDetailsPage.tsx').then((m) => m.DialDetailsPage));
const dialEdit = () => import('#web/dial/DialEditPage.tsx');
const information = page('Information', () => dialEdit().then((module) => module.InformationStep));
const dimensions = page('Dimensions', () => dialEdit().then((module) => module.DimensionsStep));
const values = page('Values', () => dialEdit().then((module) => module.ValuesStep));
const dialFlow = page('Create Dial', () => dialEdit().then((module) => module.DialEditPage));
const partners = page('Buckets', () => import('#web/bucket/matrix/PartnersPage.tsx').then((m) => m.PartnersPage));
const classes = page('Classes', () => import('#web/bucket/matrix/ClassesPage.tsx').then((m) => m.ClassesPage));
const bucket = page('Bucket', () => import('#web/app/pages/BucketPage.tsx').then((m) => m.BucketPage));
const draft = page('Bucket draft', () => import('#web/app/pages/BucketDraftPage.tsx').then((m) => m.BucketDraftPage));
const bucketEdit = page('Edit Bucket', () =>
  import('#web/bucket/edit/BucketEditPage.tsx').then((m) => m.BucketEditPage),
);
const sheetImport = page('Import a sheet', () => import('#web/sheet/ImportPage.tsx').then((m) => m.ImportPage));
const rollout = page('Change in buckets', () => import('#web/batch/RolloutPage.tsx').then((m) => m.RolloutPage));
const reviewSet = page('Review set', () => import('#web/review/ReviewSetPage.tsx').then((m) => m.ReviewSetPage));
const proposal = page('Raised appetites', () => import('#web/review/ProposalPage.tsx').then((m) => m.ProposalPage));
const parity = page('Class', () => import('#web/batch/ParityPage.tsx').then((m) => m.ParityPage));
const report = page('Monthly report', () => import('#web/report/ReportPage.tsx').then((m) => m.ReportPage));
const users = page('Users', () => import('#web/user/UsersPage.tsx').then((module) => module.UsersPage));
const user = page('User', () => import('#web/user/UserPage.tsx').then((module) => module.UserPage));

/** Every URL of the product, and the permission it needs. */
export const routes: RouteObject[] = [
  {
    path: '/',
    element: <Shell />,
    errorElement: <RootError />,
    hydrateFallbackElement: <LoadingIndicator size="large" />,
    children: [
      {
        element: (
          <>
            <Outlet />
            <Dialogs />
          </>
        ),
        errorElement: <PageError />,
        children: [
          { index: true, ...home },
          { path: 'auth/callback', element: <Navigate to="/" replace /> },
          {
            element: <Guard scope="admin" action="view" />,
            children: [{ element: <WideOnly />, children: [{ path: 'admin', ...admin }] }],
          },
          {
            element: <Guard scope="dials" action="create" />,
            children: [
              {
                element: <WideOnly />,
                children: [
                  {
                    path: 'dial',
                    ...dialFlow,
                    children: [
                      { index: true, ...information },
                      { path: ':dialId', ...information },
                      { path: ':dialId/dimensions', ...dimensions },
                      { path: ':dialId/values', ...values },
                      { path: '*', element: <Navigate to="/dial" replace /> },
                    ],
                  },
                ],
              },
            ],
          },
          { path: 'api/docs', ...apiDocs },
          { path: 'dials', ...dials },
          { element: <Guard scope="dials" action="view" />, children: [{ path: 'dials/:dialId', ...dialDetails }] },
          {
            element: <Guard scope="bucket" action="view" />,
            children: [
              { element: <WideOnly />, children: [{ path: 'classes/:cob', ...parity }] },
              { path: 'reports/:cob/:month', ...report },
              { path: 'syndicate', ...partners },
              { path: 'syndicate/:syndicateNumber', element: <ToBuckets /> },
              { path: 'syndicate/:syndicateNumber/bucket', ...classes },
              { path: 'syndicate/:syndicateNumber/bucket/:cob', ...bucket },
              { path: 'syndicate/:syndicateNumber/bucket/:cob/draft', ...draft },
            ],
          },
          {
            element: <Guard scope="bucket" action="edit" />,
            children: [
              {
                element: <WideOnly />,
                children: [
                  { path: 'syndicate/:syndicateNumber/bucket/:cob/edit', ...bucketEdit },
                  { path: 'syndicate/:syndicateNumber/bucket/:cob/import', ...sheetImport },
                  { path: 'dials/:dialId/buckets/:rollout', ...rollout },
                ],
              },
            ],
          },
          {
            element: <Guard scope="review" action="view" />,
            children: [{ path: 'review-sets/:setId', ...reviewSet }],
          },
          // Open to administrators and reviewers; the server decides.
          { path: 'appetite-proposals/:proposalId', ...proposal },
          {
            element: <Guard scope="user" action="view" />,
            children: [
              { path: 'users', ...users },
              { path: 'users/:userId', ...user },
            ],
          },
          { path: '*', element: <Navigate to="/" replace /> },
        ],
      },
    ],
  },
];

/** Renders nothing until permissions are known; without the required one, redirects home with the query string kept. */
function Guard({ scope, action }: { scope: Scope; action: Action }) {
  const { permissions } = useSession();
  const { search } = useLocation();
  if (permissions === undefined) return null;
  if (!allows(permissions, { scope, action })) return <Navigate to={{ pathname: '/', search }} replace />;
  return <Outlet />;
}

/** A partner's own URL redirects to its buckets. */
function ToBuckets() {
  const { syndicateNumber = '' } = useParams();
  const { search } = useLocation();
  return <Navigate to={{ pathname: `/syndicate/${encodeURIComponent(syndicateNumber)}/bucket`, search }} replace />;
}
