/** The baseline of `npm run bench -- web`: the list of dials and its search in minimal code. */
export const barePage = `<!doctype html><title>Bare</title>
<input type="search"><table><tbody></tbody></table>
<script type="module">
const token = Object.values(localStorage).flatMap((text) => {
  try { return JSON.parse(text).body?.access_token ?? []; } catch { return []; }
})[0];
const input = document.querySelector('input');
const body = document.querySelector('tbody');
let pending = new AbortController();
async function show() {
  pending.abort();
  pending = new AbortController();
  const query = input.value === '' ? '' : '&q=' + encodeURIComponent(input.value);
  const headers = { authorization: 'Bearer ' + token };
  const answer = await fetch('/api/dials?limit=50' + query, { headers, signal: pending.signal });
  const { items } = await answer.json();
  body.replaceChildren(...items.map(({ name, status, tags, bucket_count }) => {
    const row = document.createElement('tr');
    row.append(...[name, status, tags.join(', '), bucket_count].map((text) => {
      const cell = document.createElement('td');
      cell.textContent = text;
      return cell;
    }));
    return row;
  }));
}
input.addEventListener('input', () => show().catch(() => undefined));
await show();
</script>`;
