/** What is dragged: a dial of this list, recognised by every place it can be dropped on. */
export const dragDataOf = (dialId: string): Record<string, unknown> => ({ kind: 'dial', dial_id: dialId });

export function draggedDial(data: Record<string | symbol, unknown>): string | undefined {
  return data['kind'] === 'dial' && typeof data['dial_id'] === 'string' ? data['dial_id'] : undefined;
}

/** The places. A slot of the comparison goes by its index; without one the free or older slot is meant. */
export const LIST_PLACE = { place: 'list' } as const;
export const comparePlace = (index: 0 | 1 | undefined): Record<string, unknown> => ({ place: 'compare', index });

export type Place = 'list' | 'compare';

export function placeOf(data: Record<string | symbol, unknown> | undefined): Place | undefined {
  const place = data?.['place'];
  return place === 'list' || place === 'compare' ? place : undefined;
}

export function slotOf(data: Record<string | symbol, unknown>): 0 | 1 | undefined {
  const index = data['index'];
  return index === 0 || index === 1 ? index : undefined;
}
