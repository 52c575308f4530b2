import type { Rolldown } from 'vite';

/**
 * What is fetched together. Files that several pages share would otherwise be one each, and a page would ask for fifty.
 * A group holds only what its pages need anyway: whoever needs one file of it nearly always needs the others.
 */
export const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  // What every page needs.
  { name: 'shell', tags: ['$initial'], priority: 4 },
  {
    // What most pages are framed by: small parts that stand on nothing but the shell.
    name: 'frame',
    test: /\/web\/kit\/(EmptyState|Card|Time|Skeleton|StatusChip|KeyHint|format|useLatest|ChangeCounter|download|plural)|\/web\/frame\/(AppPage|FetchError|useShownError|useAddressState|useSearchState|later)|\/useSearchUsage\.|@tabler|\/domain\/(dial\/(status|list)|bucket\/change-kind|day\/age)\.ts/,
    minShareCount: 3,
    priority: 3,
  },
  {
    // What dials and buckets are made of.
    name: 'rules',
    test: /\/domain\/(dimension|value|dial|bucket|day|audit)\//,
    minShareCount: 3,
    priority: 2,
  },
  {
    // How dials are shown, in lists, on their own pages and in buckets.
    name: 'dials',
    test: /\/web\/dial\/(show|list)\/|\/domain\/(dial|bucket|dimension)\/|\/web\/dimension\/(Marked|show)/,
    minShareCount: 2,
    priority: 1,
  },
  {
    // What is typed and chosen in.
    name: 'inputs',
    test: /@mantine\/core\/esm\/components\/(Input|InputBase|TextInput|Combobox|ScrollArea|CloseButton|Select|Pill|InlineInput)|\/web\/kit\/(SearchField|FilterTabs)/,
    minShareCount: 3,
    priority: 1,
  },
];
