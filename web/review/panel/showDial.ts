/** About as high as a row of the dials is; only used to come near one that is not drawn yet. */
const ROW_HEIGHT = 52;
const MARKED_MS = 2000;

/**
 * Brings the dial's row on the page into sight and gives it the focus: in the change summary where it changed, else in
 * the list of dials (`index` is its place there), whose far rows are drawn only when one comes near.
 */
export function showDial(dialId: string, index: number): void {
  const row = rowOf(dialId);
  if (row) return mark(row);
  const table = document.querySelector('table[aria-label="Dials in order"] tbody');
  const scroller = table?.closest('[aria-label="Page content"]');
  if (!table || !scroller || index < 0) return;
  const below = table.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  scroller.scrollTop += below + index * ROW_HEIGHT - scroller.clientHeight / 2;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const near = rowOf(dialId);
      if (near) mark(near);
    }),
  );
}

const rowOf = (dialId: string) => document.querySelector<HTMLElement>(`[data-dial="${CSS.escape(dialId)}"]`);

function mark(row: HTMLElement): void {
  row.scrollIntoView({ block: 'center' });
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
  row.dataset['marked'] = '';
  setTimeout(() => delete row.dataset['marked'], MARKED_MS);
}
