import { FlagdCore } from '@openfeature/flagd-core';
import type { EvaluationContext } from '@openfeature/core';
import { FLAGS } from '#domain/flag/flag.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { type FlagDefinition, insertMissingFlags, readFlagDocument } from './flag.store.ts';

type EvaluatedFlag = { key: string; value: boolean | string | number; variant?: string; reason?: string };
export type FlagService = ReturnType<typeof flagService>;

export function flagService(db: Db) {
  const engine = new FlagdCore(undefined, undefined, { disableDynamicCodeGeneration: true });
  let loaded = '';

  async function refresh(): Promise<void> {
    const document = await readFlagDocument(db);
    if (document === loaded) return;
    engine.setConfigurations(document);
    loaded = document;
  }

  return {
    async evaluate(context: Record<string, unknown>): Promise<EvaluatedFlag[]> {
      await refresh();
      return engine.resolveAll(context as EvaluationContext).map(({ flagKey, value, variant, reason }) => ({
        key: flagKey,
        value: value as EvaluatedFlag['value'],
        ...(variant !== undefined && { variant }),
        ...(reason !== undefined && { reason }),
      }));
    },
  };
}

/** A flag new in the code starts with its fallback; one that is there keeps what people set. */
export async function defineFlags(db: Db, at: Date): Promise<void> {
  const definitions = Object.fromEntries(
    Object.entries(FLAGS).map(([key, { fallback }]): [string, FlagDefinition] => [
      key,
      { state: 'ENABLED', variants: { on: true, off: false }, defaultVariant: fallback ? 'on' : 'off' },
    ]),
  );
  await transaction(db, async (trx) => {
    const added = await insertMissingFlags(trx, definitions);
    const events = added.map((id) => ({
      action: 'flag_defined' as const,
      object: { type: 'flag' as const, id },
      detail: { became: definitions[id] ?? {} },
    }));
    await recordAudit(trx, null, events, at);
  });
}
