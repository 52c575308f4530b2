/** For Mantine's Modal: a head and a body with the house's spaces; buttons stand in `ls-dialog-foot`. */
export const DIALOG_CLASSES = { header: 'ls-dialog-head', body: 'ls-dialog-body' } as const;
