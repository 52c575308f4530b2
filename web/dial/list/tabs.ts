import type { ListTab } from './listState.ts';

export const TAB_LABELS: Readonly<Record<ListTab, string>> = {
  all: 'All',
  draft: 'Draft',
  expired: 'Expired',
  ready: 'Ready',
  upcoming: 'Upcoming',
};

export const LIST_TABS: readonly ListTab[] = ['all', 'draft', 'expired', 'ready', 'upcoming'];
