import type { Rolldown } from 'vite';

/**
 * What is fetched together. Files that several pages share would otherwise be one each, and a page would ask for fifty.
 * A group holds only what its pages need anyway: whoever needs one file of it nearly always needs the others. A group
 * takes along what its files import, so a small file that imports much does not belong into one.
 * tools/page-budgets.test.ts holds the sum against a budget for each page.
 */
export const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  // What every page needs.
  { name: 'shell', tags: ['$initial'], priority: 5 },
  {
    // What most pages are framed by: small parts that stand on nothing but the shell. Styles are one file anyway.
    name: 'frame',
    test: /\/web\/kit\/(EmptyState|Card|Time\.|Skeleton|StatusChip|KeyHint|format|useLatest|ChangeCounter|plural)|\/web\/frame\/(AppPage|FetchError|useShownError|useAddressState|useSearchState|later)|\/useSearchUsage\.|\/useBucketWatch\.|@tabler|@mantine\/core\/styles\/|use-resize-observer|get-env|\/domain\/(dial\/(status|list)|bucket\/(change-kind|layer|state)|day\/age|dimension\/format)\.ts/,
    minShareCount: 3,
    priority: 4,
  },
  {
    // What lists and tables need besides.
    name: 'lists',
    test: /\/web\/kit\/(SearchField|FilterTabs|Notice|Table|toggled|focus|MiddleClip|download)|\/web\/frame\/(useChange|filters\/SavedFilters)|\/web\/dial\/address|\/domain\/(dial\/search|filter\/saved-filter)\.ts|IconFilter/,
    minShareCount: 2,
    priority: 3,
  },
  {
    // What a dial says: its dimensions, its values and its sentence.
    name: 'rules',
    test: /\/domain\/(dimension|value)\/|\/domain\/dial\/(dial|sentence)\.ts/,
    minShareCount: 3,
    priority: 3,
  },
  {
    // How what happened is told, in lists of buckets, on pages of one and of a person.
    name: 'words',
    test: /\/domain\/(event\/words|review\/(round|author)|user\/person-change)\.ts|\/web\/bucket\/show\/words\.ts/,
    minShareCount: 2,
    priority: 3,
  },
  {
    // What is typed and chosen in.
    name: 'inputs',
    test: /@mantine\/core\/esm\/components\/(Input|InputBase|TextInput|Combobox(?!.*pills)|ScrollArea|CloseButton|Select)\//,
    minShareCount: 3,
    priority: 2,
  },
  {
    // How dials are shown, in lists, on their own pages and in buckets.
    name: 'dials',
    test: /\/web\/dial\/(show|list)\//,
    minShareCount: 2,
    priority: 2,
  },
  {
    // What lies over a page and asks, and what is ticked and written in it.
    name: 'dialogs',
    test: /@mantine\/core\/esm\/components\/(Modal|ModalBase|Paper|Overlay|Checkbox|Textarea)|@mantine\/core\/esm\/utils\/Inline|\/web\/kit\/ConfirmDialog|\/web\/frame\/(LeaveDialog|useLeaveGuard)|useMutation|mutationObserver/,
    minShareCount: 3,
    priority: 2,
  },
  {
    // What is changed in dials and buckets, what that does, and how it is told.
    name: 'changes',
    test: /\/domain\/(bucket|dial|impact|csv)\/|\/web\/dimension\/changeWords/,
    minShareCount: 3,
    priority: 2,
  },
  {
    // How dimensions are shown, compared and filled in.
    name: 'dimensions',
    test: /\/web\/dimension\//,
    minShareCount: 3,
    priority: 1,
  },
  {
    // What pages of one bucket, of a review and of a dial share.
    name: 'buckets',
    test: /\/domain\/(review|example)\/|\/domain\/evaluation\/[^/]+\.ts|\/web\/evaluation\/|\/web\/bucket\/(show|summary|impact|draft|update|examples)\/|\/web\/review\/show\//,
    minShareCount: 3,
    priority: 1,
  },
];
