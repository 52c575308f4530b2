import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/** Roughly how much is written before other requests get a turn. */
const PART_CHARACTERS = 64 * 1024;

/**
 * Streams responses whose property `list` is long: validates and writes one item at a time as the caller reads. The list
 * may come in batches that are read meanwhile. After the first part, a failure aborts the response.
 */
export function listSender(schema: z.ZodType, list: string): (reply: FastifyReply, answer: object) => FastifyReply {
  if (!(schema instanceof z.ZodObject)) throw new Error('Only an object can have a list that is streamed.');
  const { [list]: items, ...others } = schema.shape as Record<string, z.ZodType>;
  if (!(items instanceof z.ZodArray)) throw new Error(`The answer has no list ${list}.`);
  const head = z.object(others);
  const item = items.element as z.ZodType;

  async function* write(answer: object): AsyncGenerator<string> {
    const { [list]: content, ...rest } = answer as Record<string, unknown>;
    const members = JSON.stringify(head.parse(rest)).slice(0, -1);
    let part = `${members}${members === '{' ? '' : ','}${JSON.stringify(list)}:[`;
    let separator = '';
    for await (const batch of toBatches(content)) {
      for (const one of batch) {
        part += separator + JSON.stringify(item.parse(one));
        separator = ',';
        if (part.length < PART_CHARACTERS) continue;
        yield part;
        part = '';
        await nextTurn();
      }
    }
    yield `${part}]}`;
  }

  return (reply, answer) =>
    reply.type('application/json; charset=utf-8').send(Readable.from(write(answer), { objectMode: false }));
}

const toBatches = (content: unknown): AsyncIterable<unknown[]> | unknown[][] =>
  Array.isArray(content) ? [content] : (content as AsyncIterable<unknown[]>);
