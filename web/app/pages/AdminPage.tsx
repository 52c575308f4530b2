import { AdminPage as Administration } from '#web/admin/AdminPage.tsx';
import { later } from '#web/frame/later.tsx';

const AuditTab = later(() => import('#web/audit/AuditTab.tsx').then((module) => module.AuditTab));

export const AdminPage = () => <Administration audit={AuditTab} />;
