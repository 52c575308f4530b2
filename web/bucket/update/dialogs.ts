import { laterDialog } from '#web/frame/later.tsx';

const load = () => import('./UpdateDialog.tsx');

export const UpdateDialog = laterDialog(async () => (await load()).UpdateDialog);
export const UpdateAllDialog = laterDialog(async () => (await load()).UpdateAllDialog);
