import type { DialData } from '#domain/dial/dial.ts';
import type { DialChange } from '#domain/dial/diff.ts';

/** Everything that leaves a trace, as one union. An event says what happened to which object; who and when come with the record. */
type Event<Action extends string, Type extends string, Detail extends object> = Readonly<{
  action: Action;
  object: Readonly<{ type: Type; id: string }>;
  detail: Readonly<Detail>;
}>;

export type AuditEvent =
  | Event<'signed_in', 'person', { name: string; email: string }>
  | Event<'person_added', 'person', { became: { name: string; email: string; permissions: readonly string[] } }>
  | Event<'flag_defined', 'flag', { became: object }>
  | Event<'reference_added', 'reference_list', { became: readonly object[] }>
  | DialEvent;

export type DialEvent =
  | Event<'dial_created', 'dial', { version: number; became: DialData }>
  | Event<'dial_saved', 'dial', { version: number; changes: readonly DialChange[] }>
  | Event<'dial_published', 'dial', { version: number; name: string; reason: string }>
  | Event<'dial_version_started', 'dial', { version: number; from: number }>
  | Event<'dial_draft_discarded', 'dial', { version: number; was: DialData }>
  | Event<'dial_duplicated', 'dial', { version: number; of: { id: string; version: number }; became: DialData }>
  | Event<'dial_deleted', 'dial', { name: string; was: { published: number | null; draft: number | null } }>
  | Event<
      'dial_imported',
      'dial',
      { version: number; became: DialData } | { version: number; changes: readonly DialChange[] }
    >
  | Event<'dial_change_refused', 'dial', { attempt: DialAttempt; because: string; told: string }>
  | Event<'dial_import_refused', 'dials', { because: string; told: string; rows: number }>;

/** What can be asked of a dial and be refused. */
export type DialAttempt = 'save' | 'publish' | 'discard' | 'delete';

export type AuditRecord = Readonly<{
  /** ISO 8601, UTC, milliseconds. */
  at: string;
  /** Who did it; null is the system itself. */
  actorId: string | null;
  event: AuditEvent;
}>;
