/** The approximate row height, to scroll near a row that is not rendered yet. */
const ROW_HEIGHT = 52;
const MARKED_MS = 2000;

/**
 * Scrolls to the dial's row and focuses it: in the change summary if it changed, else in the list of dials (`index` is
 * its position), whose distant rows are rendered only when scrolled near.
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
