import type { Editor } from '#web/bucket/draft/editor.ts';

/** What the dial is called, for announcements and for what undo says. */
export function nameIn({ entries, lookup }: Pick<Editor, 'entries' | 'lookup'>, dialId: string): string {
  const entry = entries.find(({ dial_id }) => dial_id === dialId);
  return (entry && lookup(entry)?.data.name) ?? 'The dial';
}
