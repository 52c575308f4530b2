/** What an engine cannot use, in a sentence that its operator reads. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}

export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FeedError(`${what} is not JSON.`);
  }
}

export function readObject(json: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new FeedError(`${what} must be a JSON object.`);
  return json as Readonly<Record<string, unknown>>;
}

export function readArray(json: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(json)) throw new FeedError(`${what} must be a list.`);
  return json;
}

export function readText(json: unknown, what: string): string {
  if (typeof json !== 'string') throw new FeedError(`${what} must be a text.`);
  return json;
}
