import { AdminPage as Administration } from '#web/admin/AdminPage.tsx';
import { later } from '#web/base/page/later.tsx';

const AuditTab = later(() => import('#web/audit/AuditTab.tsx').then((module) => module.AuditTab));

export const AdminPage = () => <Administration audit={AuditTab} />;
