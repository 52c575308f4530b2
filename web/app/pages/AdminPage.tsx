import { lazy } from 'react';
import { AdminPage as Administration } from '#web/admin/AdminPage.tsx';
import { loadPage } from '#web/frame/loadPage.ts';

const AuditTab = lazy(async () => ({
  default: await loadPage(() => import('#web/audit/AuditTab.tsx').then((module) => module.AuditTab)),
}));

export const AdminPage = () => <Administration audit={AuditTab} />;
