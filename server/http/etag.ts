/** A list of tags, any of them weak: a compressing proxy weakens ours. */
export const matchesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
