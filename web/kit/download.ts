/** Downloads a text as a file. */
export function download(name: string, content: string | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the URL only after the click handlers ran.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
