/** The drag payload: a dial of this list. */
export const dragDataOf = (dialId: string): Record<string, unknown> => ({ kind: 'dial', dial_id: dialId });

export function draggedDial(data: Record<string | symbol, unknown>): string | undefined {
  return data['kind'] === 'dial' && typeof data['dial_id'] === 'string' ? data['dial_id'] : undefined;
}

/** The drop target. Without an index: the free or older slot of the comparison. */
export type DropZone = Readonly<{ place: 'list' } | { place: 'compare'; index?: 0 | 1 }>;

export const dropZoneOf = (data: Record<string | symbol, unknown> | undefined): DropZone | undefined =>
  data !== undefined && 'place' in data ? (data as DropZone) : undefined;
