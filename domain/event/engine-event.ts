import type { Channel } from '#domain/feed/channel.ts';
import type { Event, RefusedDetail } from './event-shape.ts';

export type EngineEvent =
  /** `partners`: those that it may read; null: all. */
  | Event<
      'engine_added',
      'engine',
      { name: string; channel: Channel; partners: readonly number[] | null; expires_on: string }
    >
  | Event<'engine_token_replaced', 'engine', { name: string; expires_on: string }>
  | Event<'engine_token_revoked', 'engine', { name: string }>
  /** It has run an older release for too long. */
  | Event<'engine_behind', 'engine', { name: string; sequence: number | null; newest: number }>
  | Event<'engine_caught_up', 'engine', { name: string; sequence: number }>
  | Event<
      'engine_change_refused',
      'engine',
      RefusedDetail<'engine_added' | 'engine_token_replaced' | 'engine_token_revoked'> & { name: string }
    >;
