/** A dialog that was opened from the kebab gives the focus back to it: the item that had it is gone. */
export function focusMenu(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('header [aria-haspopup="menu"]')?.focus();
  });
}
