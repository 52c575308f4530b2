/** Back to what the vanishing part stood in: the row or cell that can take the keyboard, once the page is drawn again. */
export function focusAround(part: Element | null): void {
  const around = part?.parentElement?.closest<HTMLElement>('[tabindex]');
  if (around) requestAnimationFrame(() => around.isConnected && around.focus({ preventScroll: true }));
}
