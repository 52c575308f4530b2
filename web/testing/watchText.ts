/** Everything that the page shows from now on, however briefly, until it is asked for. */
export function watchText(): () => string {
  let shown = '';
  const watch = new MutationObserver(() => (shown += document.body.textContent));
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  return () => {
    watch.disconnect();
    return shown;
  };
}
