import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import type { EvaluationContext, JsonValue, Provider, ResolutionDetails } from '@openfeature/web-sdk';
import type { Settings } from '#contract/settings.ts';

const INIT_TIMEOUT_MS = 5000;
const POLL_MS = 60_000;
const PREFIX = 'feature_flag_';

/** Flags from our own server by default; from any OFREP service by configuration, which never receives our tokens. */
export function createFlagProvider(
  { baseUrl, key, localOverride }: Settings['flags'],
  token: () => Promise<string>,
): Provider {
  const ours = new URL(baseUrl).origin === window.location.origin;
  const options = {
    baseUrl,
    timeoutMs: INIT_TIMEOUT_MS,
    pollInterval: POLL_MS,
    cacheMode: 'network-first' as const,
    cacheKeyGenerator: (input: { targetingKey?: string | undefined }) => `${baseUrl} ${input.targetingKey ?? ''}`,
    headersFactory: async (): Promise<[string, string][]> => {
      const bearer = ours ? await token() : key;
      return bearer ? [['authorization', `Bearer ${bearer}`]] : [];
    },
  };
  const provider = localOverride ? new LocalOverrideProvider(options) : new OFREPWebProvider(options);
  // Its type allows undefined `hooks`, which the SDK's type, read strictly, does not.
  return provider as Provider;
}

/** For experiments: copies each flag's value into local storage once, and reads it back from there. */
class LocalOverrideProvider extends OFREPWebProvider {
  override async initialize(context?: EvaluationContext, domain?: string): Promise<void> {
    await super.initialize(context, domain);
    this.seed(context);
  }

  override async onContextChange(before: EvaluationContext, now: EvaluationContext): Promise<void> {
    await super.onContextChange(before, now);
    this.seed(now);
  }

  override resolveBooleanEvaluation(flag: string, fallback: boolean, context: EvaluationContext) {
    return stored(flag, super.resolveBooleanEvaluation(flag, fallback, context));
  }

  override resolveStringEvaluation(flag: string, fallback: string, context: EvaluationContext) {
    return stored(flag, super.resolveStringEvaluation(flag, fallback, context));
  }

  override resolveNumberEvaluation(flag: string, fallback: number, context: EvaluationContext) {
    return stored(flag, super.resolveNumberEvaluation(flag, fallback, context));
  }

  override resolveObjectEvaluation<T extends JsonValue>(flag: string, fallback: T, context: EvaluationContext) {
    return stored(flag, super.resolveObjectEvaluation(flag, fallback, context));
  }

  private seed(context: EvaluationContext | undefined): void {
    if (!context?.targetingKey || context['anonymous'] === true) return;
    for (const [flag, evaluated] of Object.entries(this.flagCache)) {
      const isStored = localStorage.getItem(PREFIX + flag) !== null;
      if (!isStored && 'value' in evaluated) localStorage.setItem(PREFIX + flag, JSON.stringify(evaluated.value));
    }
  }
}

/** Ignores an entry of another type than the flag's: it would break the reader of the flag. */
function stored<T extends JsonValue>(flag: string, resolved: ResolutionDetails<T>): ResolutionDetails<T> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PREFIX + flag) ?? 'null');
    if (value !== null && typeof value === typeof resolved.value) return { ...resolved, value: value as T };
  } catch {
    // Not parsable: use the provider's own value.
  }
  return resolved;
}
