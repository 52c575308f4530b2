import type { Rolldown } from 'vite';

/**
 * Chunk groups. Without them, files shared by several pages would be one chunk each, and a page would fetch fifty. A
 * group only contains what its pages need anyway. It includes what its files import, so a small file with many imports
 * does not belong in one. tools/page-budgets.test.ts checks the sums against a budget for each page.
 */
export const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  // Needed by every page.
  { name: 'shell', tags: ['$initial'], priority: 5 },
  {
    // The frame of most pages: small components that only depend on the shell.
    name: 'frame',
    test: /\/web\/kit\/(EmptyState|Card|Time\.|Skeleton|StatusChip|KeyHint|format|useLatest|ChangeCounter|plural|ShowAll|arrowRows|Facts)|\/web\/base\/page\/(AppPage|FetchError|Loaded|ShowMore|useAddressState|useSearchState|later)|\/useSearchUsage\.|\/useBucketWatch\.|\/RestartLine\.|@tabler|use-resize-observer|get-env|\/domain\/(dial\/(status|list)|bucket\/(change-kind|layer|state|stop)|day\/age|review\/(schedule|number|set-days)|dimension\/format|impact\/percent)\.ts/,
    minShareCount: 3,
    priority: 4,
  },
  {
    // Additional code of lists and tables.
    name: 'lists',
    test: /\/web\/kit\/(SearchField|FilterTabs|Notice|Table|toggled|focus|MiddleClip|download|FactLine|useVirtualRows|scroll)|\/web\/base\/page\/(useChange|DataTable|DataRow|SavedFilters)|\/web\/dial\/address|\/domain\/(dial\/search|filter\/saved-filter|practice\/(practice|words))\.ts|IconFilter/,
    minShareCount: 2,
    priority: 3,
  },
  {
    // The content of a dial: its dimensions, values and sentence.
    name: 'rules',
    test: /\/domain\/(dimension|value)\/|\/domain\/dial\/(dial|sentence)\.ts/,
    minShareCount: 3,
    priority: 3,
  },
  {
    // Texts about events, in lists of buckets, and on pages of a bucket or person.
    name: 'words',
    test: /\/domain\/(event\/words|review\/(round|author)|user\/person-change)\.ts|\/web\/bucket\/words\.ts/,
    minShareCount: 2,
    priority: 3,
  },
  {
    // Input components.
    name: 'inputs',
    test: /@mantine\/core\/esm\/components\/(Input|InputBase|TextInput|Combobox(?!.*pills)|ScrollArea|CloseButton|Select)\//,
    minShareCount: 3,
    priority: 2,
  },
  {
    // Views of dials, in lists, on their own pages and in buckets.
    name: 'dials',
    test: /\/web\/dial\/(list\/|Marked|ScopeLine|activeWindow)/,
    minShareCount: 2,
    priority: 2,
  },
  {
    // Dialogs and their inputs.
    name: 'dialogs',
    test: /@mantine\/core\/esm\/components\/(Modal|ModalBase|Paper|Overlay|Checkbox|Textarea)|@mantine\/core\/esm\/utils\/Inline|\/web\/kit\/Dialog|\/web\/base\/page\/(LeaveDialog|useLeaveGuard|useConfirm)|useMutation|mutationObserver/,
    minShareCount: 3,
    priority: 2,
  },
  {
    // Changes of dials and buckets, their effects, and the texts about them.
    name: 'changes',
    test: /\/domain\/(bucket|dial)\/|\/domain\/capacity\/(capacity|limit)|\/domain\/impact\/(?!window-gap|apart)|\/web\/rule\/changeWords/,
    minShareCount: 3,
    priority: 2,
  },
  {
    // Views, comparisons and inputs of dimensions.
    name: 'dimensions',
    test: /\/web\/rule\/(?!ClassSelect)/,
    minShareCount: 3,
    priority: 1,
  },
  {
    // Shared by the pages of a bucket, a review and a dial.
    name: 'buckets',
    test: /\/domain\/(review|example)\/|\/domain\/evaluation\/[^/]+\.ts|\/web\/(risk|example)\/|\/web\/bucket\/(?!address|query|NoBuckets|matrix\.|MatrixGrid|rowParts|selectState)[^/]+$|\/web\/bucket\/(draft|edit\/update)\/|\/web\/change\/(summary\/|Change|ListDifference|RowComments|EndingNotice|useEndings)|\/web\/impact\/(?!useEditsImpact|capacity|outcome|Capacity|ExpectedSoFar|LiveOutcome|outcomeQuery|practice|Practice|DialDecisions|useBucketPractice)|\/web\/review\/(StopStrip|stop\/|show\/(use|words))|\/web\/sheet\/useSheetMenu/,
    minShareCount: 3,
    priority: 1,
  },
  {
    // The gaps of a draft: on its own pages, and where many drafts are made.
    name: 'gaps',
    test: /\/web\/change\/(Gap|useWindowGaps)/,
    minShareCount: 2,
    priority: 0,
  },
  {
    // What explains a finding: on pages of drafts, and where a live dial decides nothing.
    name: 'findings',
    test: /\/domain\/evaluation\/verify\/|\/web\/kit\/idle\.|\/web\/change\/FindingLine/,
    minShareCount: 2,
    priority: 0,
  },
];
