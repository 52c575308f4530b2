import type { RouteObject } from 'react-router';
import { PageError } from './errors/PageError.tsx';
import { RootError } from './errors/RootError.tsx';
import { Shell } from './Shell.tsx';
import { LoadingIndicator } from '#web/kit/LoadingIndicator.tsx';
import { Guard } from './Guard.tsx';
import { page } from '#web/frame/page.ts';
import { ToBuckets, ToDialStart, ToHome } from './redirects.tsx';

const home = page('Home', () => import('#web/home/HomePage.tsx').then((module) => module.HomePage));
const admin = page('Admin', () => import('./pages/AdminPage.tsx').then((module) => module.AdminPage));
const dials = page('Dials', () => import('#web/dial/DialsPage.tsx').then((module) => module.DialsPage));
const dialDetails = page('Dial', () => import('#web/dial/DialDetailsPage.tsx').then((m) => m.DialDetailsPage));
const dialEdit = () => import('#web/dial/DialEditPage.tsx');
const information = page('Information', () => dialEdit().then((module) => module.InformationStep));
const dimensions = page('Dimensions', () => dialEdit().then((module) => module.DimensionsStep));
const values = page('Values', () => dialEdit().then((module) => module.ValuesStep));
const dialFlow = page('Create Dial', () => dialEdit().then((module) => module.DialEditPage));
const partners = page('Buckets', () => import('#web/bucket/select/PartnersPage.tsx').then((m) => m.PartnersPage));
const classes = page('Classes', () => import('#web/bucket/select/ClassesPage.tsx').then((m) => m.ClassesPage));
const bucket = page('Bucket', () => import('#web/app/pages/BucketPage.tsx').then((m) => m.BucketPage));
const draft = page('Bucket draft', () => import('#web/app/pages/BucketDraftPage.tsx').then((m) => m.BucketDraftPage));
const bucketEdit = page('Edit Bucket', () =>
  import('#web/bucket/edit/BucketEditPage.tsx').then((m) => m.BucketEditPage),
);
const users = page('Users', () => import('#web/user/UsersPage.tsx').then((module) => module.UsersPage));
const user = page('User', () => import('#web/user/UserPage.tsx').then((module) => module.UserPage));

/** Every address of the product, and what it needs. */
export const routes: RouteObject[] = [
  {
    path: '/',
    element: <Shell />,
    errorElement: <RootError />,
    hydrateFallbackElement: <LoadingIndicator size="large" />,
    children: [
      {
        errorElement: <PageError />,
        children: [
          { index: true, ...home },
          { path: 'auth/callback', element: <ToHome /> },
          { element: <Guard scope="admin" action="view" />, children: [{ path: 'admin', ...admin }] },
          {
            element: <Guard scope="dials" action="create" />,
            children: [
              {
                path: 'dial',
                ...dialFlow,
                children: [
                  { index: true, ...information },
                  { path: ':dialId', ...information },
                  { path: ':dialId/dimensions', ...dimensions },
                  { path: ':dialId/values', ...values },
                  { path: '*', element: <ToDialStart /> },
                ],
              },
            ],
          },
          { path: 'dials', ...dials },
          { element: <Guard scope="dials" action="view" />, children: [{ path: 'dials/:dialId', ...dialDetails }] },
          {
            element: <Guard scope="bucket" action="view" />,
            children: [
              { path: 'syndicate', ...partners },
              { path: 'syndicate/:syndicateNumber', element: <ToBuckets /> },
              { path: 'syndicate/:syndicateNumber/bucket', ...classes },
              { path: 'syndicate/:syndicateNumber/bucket/:cob', ...bucket },
              { path: 'syndicate/:syndicateNumber/bucket/:cob/draft', ...draft },
            ],
          },
          {
            element: <Guard scope="bucket" action="edit" />,
            children: [{ path: 'syndicate/:syndicateNumber/bucket/:cob/edit', ...bucketEdit }],
          },
          {
            element: <Guard scope="user" action="view" />,
            children: [
              { path: 'users', ...users },
              { path: 'users/:userId', ...user },
            ],
          },
          { path: '*', element: <ToHome /> },
        ],
      },
    ],
  },
];
