/** The tabs of the administration. The current one is in the URL: `/admin?tab=flags`. */
export const ADMIN_TABS = [
  { value: 'appetites', label: 'Appetites', subtitle: 'Classes of business and appetites' },
  { value: 'authority', label: 'Authority', subtitle: 'Who must be among the approvers' },
  { value: 'partners', label: 'Partners', subtitle: 'Syndicates that follow' },
  { value: 'lists', label: 'Reference lists', subtitle: 'What dials can choose from' },
  { value: 'portfolio', label: 'Portfolio', subtitle: 'Risks that drafts are measured against' },
  { value: 'engines', label: 'Engines', subtitle: 'Rating engines that read what is live' },
  { value: 'flags', label: 'Flags', subtitle: 'Features switched on and off' },
  { value: 'usage', label: 'Usage', subtitle: 'What was used in the last days' },
  { value: 'audit', label: 'Audit', subtitle: 'Who did what, and when' },
] as const;

export type AdminTab = (typeof ADMIN_TABS)[number]['value'];

export const tabOf = (params: URLSearchParams) =>
  ADMIN_TABS.find(({ value }) => value === params.get('tab')) ?? ADMIN_TABS[0];

/** The first tab is the page itself. */
export const addressOf = (tab: AdminTab): string => (tab === ADMIN_TABS[0].value ? '/admin' : `/admin?tab=${tab}`);
