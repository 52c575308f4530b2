/** Ids come from the identity provider and may hold anything. */
export const userAddress = (id: string): string => `/users/${encodeURIComponent(id)}`;
