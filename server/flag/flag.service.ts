import { FlagdCore, MemoryStorage } from '@openfeature/flagd-core';
import { DefaultLogger, type EvaluationContext } from '@openfeature/core';
import { makeEvent } from '#domain/event/event.ts';
import { FLAGS } from '#domain/flag/flag.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import type { FlagDefinition } from '#domain/flag/definition.ts';
import { insertMissingFlags, readFlags } from './flag.store.ts';

type EvaluatedFlag = { key: string; value: boolean | string | number; variant?: string; reason?: string };

const ENGINE_OPTIONS = { disableDynamicCodeGeneration: true };

/** `onBroken` is called for each invalid definition; the previous one stays in use until it is fixed. */
export function flagService(db: Db, onBroken: (key: string, reason: unknown) => void) {
  const engine = new FlagdCore(undefined, undefined, ENGINE_OPTIONS);
  const usable = new Map<string, unknown>();
  let loaded = '';

  async function refresh(): Promise<void> {
    const text = await readFlags(db);
    if (text === loaded) return;
    const written = new Map(Object.entries(JSON.parse(text) as Record<string, unknown>));
    for (const key of usable.keys()) if (!written.has(key)) usable.delete(key);
    for (const [key, definition] of written) {
      try {
        assertUsable(key, definition);
        usable.set(key, definition);
      } catch (error) {
        onBroken(key, error);
      }
    }
    engine.setConfigurations(documentOf(usable));
    loaded = text;
  }

  return {
    async evaluate(context: Record<string, unknown>): Promise<EvaluatedFlag[]> {
      await refresh();
      return engine
        .resolveAll(withFoldedKey(context) as EvaluationContext)
        .map(({ flagKey, value, variant, reason }) => ({
          key: flagKey,
          value: value as EvaluatedFlag['value'],
          ...(variant !== undefined && { variant }),
          ...(reason !== undefined && { reason }),
        }));
    },
  };
}

/** E-mails are case-insensitive; rules are written in lower case. */
function withFoldedKey(context: Record<string, unknown>): Record<string, unknown> {
  const { targetingKey } = context;
  return typeof targetingKey === 'string' ? { ...context, targetingKey: targetingKey.toLowerCase() } : context;
}

const documentOf = (flags: Iterable<[string, unknown]>) => JSON.stringify({ flags: Object.fromEntries(flags) });

/** Throws if the engine cannot use the definition. The engine itself drops a flag with an invalid rule silently. */
function assertUsable(key: string, definition: unknown): void {
  new MemoryStorage(new DefaultLogger(), ENGINE_OPTIONS).setConfigurations(documentOf([[key, definition]]), true);
}

/** New flags start with their fallback; existing ones keep their settings. */
export async function defineFlags(db: Db, at: Date): Promise<void> {
  const definitions = Object.fromEntries(
    Object.entries(FLAGS).map(([key, { fallback }]): [string, FlagDefinition] => [
      key,
      { state: 'ENABLED', variants: { on: true, off: false }, defaultVariant: fallback ? 'on' : 'off' },
    ]),
  );
  await transaction(db, async (trx) => {
    const added = await insertMissingFlags(trx, definitions);
    const events = added.map((id) => makeEvent('flag_defined', id, { became: definitions[id] ?? {} }));
    await recordAudit(trx, null, events, at);
  });
}
