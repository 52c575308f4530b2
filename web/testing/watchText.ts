/** Records all text that the page shows, however briefly, until it is read. */
export function watchText(): () => string {
  let shown = '';
  const watch = new MutationObserver(() => (shown += document.body.textContent));
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  return () => {
    watch.disconnect();
    return shown;
  };
}
