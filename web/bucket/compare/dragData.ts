/** What is dragged: a dial of this list, recognised by every place it can be dropped on. */
export const dragDataOf = (dialId: string): Record<string, unknown> => ({ kind: 'dial', dial_id: dialId });

export function draggedDial(data: Record<string | symbol, unknown>): string | undefined {
  return data['kind'] === 'dial' && typeof data['dial_id'] === 'string' ? data['dial_id'] : undefined;
}

/** Where it can be dropped. Without an index the free or older slot of the comparison is meant. */
export type Place = Readonly<{ place: 'list' } | { place: 'compare'; index?: 0 | 1 }>;

export const placeOf = (data: Record<string | symbol, unknown> | undefined): Place | undefined =>
  data !== undefined && 'place' in data ? (data as Place) : undefined;
