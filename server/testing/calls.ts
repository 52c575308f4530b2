import type { LightMyRequestResponse } from 'fastify';
import type { ProblemDocument } from '#contract/problem.ts';
import type { Caller, TestApp } from './app.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Sent = Readonly<{ who?: Caller; ifMatch?: string; body?: unknown }>;

/** Calls by one person, unless another one is named. */
export function callsBy(usual: Caller, server: TestApp) {
  async function call(method: Method, url: string, { who = usual, ifMatch, body }: Sent = {}) {
    const { app, as } = server;
    return app.inject({
      method,
      url,
      headers: { ...(await as(who)), ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }) },
      ...(body !== undefined && { payload: body as object }),
    });
  }
  async function good<T>(method: Method, url: string, sent?: Sent): Promise<T> {
    const answer = await call(method, url, sent);
    if (answer.statusCode !== 200) throw new Error(`${method} ${url} answered ${answer.body}`);
    return answer.json<T>();
  }
  return { call, good };
}

/** Status and message of a refusal, like `404 There is no such dial.` */
export async function refusalOf(answer: Answer | Promise<Answer>): Promise<string> {
  const { status, detail } = (await answer).json<ProblemDocument>();
  return `${status} ${detail}`;
}
type Answer = Pick<LightMyRequestResponse, 'json'>;

/** For concurrent calls, whose order is undefined. */
export const sortedStatuses = (answers: readonly Readonly<{ statusCode: number } | { status: number }>[]): number[] =>
  answers.map((one) => ('status' in one ? one.status : one.statusCode)).toSorted((a, b) => a - b);

type Paged<T> = Readonly<{ items: readonly T[]; next: string | null }>;

/** A whole list, read page by page. */
export async function readPages<T>(read: (cursor: string) => Promise<Paged<T>>): Promise<T[]> {
  const items: T[] = [];
  for (let cursor = ''; ;) {
    const page = await read(cursor);
    items.push(...page.items);
    if (page.next === null) return items;
    cursor = `&cursor=${page.next}`;
  }
}
