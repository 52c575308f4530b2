import IconAdmin from '@tabler/icons-react/dist/esm/icons/IconShieldHalf.mjs';
import IconBuckets from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs';
import IconDials from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import type { Requirement } from '#domain/user/permission.ts';
import type { NavEntry } from '#web/kit/NavItem.tsx';

export type Area = NavEntry & Readonly<{ needs?: Requirement; letter: string }>;

/** The areas of the product. `letter` follows g on the keyboard. */
export const AREAS: readonly Area[] = [
  {
    to: '/',
    also: ['/review-sets', '/appetite-proposals', '/reports', '/api/docs'],
    label: 'Home',
    icon: IconHome,
    end: true,
    letter: 'h',
  },
  {
    to: '/dials',
    also: ['/dial'],
    label: 'Dials',
    icon: IconDials,
    letter: 'd',
    needs: { scope: 'dials', action: 'view' },
  },
  {
    to: '/syndicate',
    also: ['/classes'],
    label: 'Buckets',
    icon: IconBuckets,
    letter: 'b',
    needs: { scope: 'bucket', action: 'view' },
  },
  { to: '/users', label: 'Users', icon: IconUsers, letter: 'u', needs: { scope: 'user', action: 'view' } },
  { to: '/admin', label: 'Admin', icon: IconAdmin, letter: 'a', needs: { scope: 'admin', action: 'view' } },
];
