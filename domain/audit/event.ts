/** Everything that leaves a trace, as one union. An event says what happened to which object; who and when come with the record. */
type Event<Action extends string, Type extends string, Detail extends object> = Readonly<{
  action: Action;
  object: Readonly<{ type: Type; id: string }>;
  detail: Readonly<Detail>;
}>;

export type AuditEvent =
  | Event<'signed_in', 'person', { name: string; email: string }>
  | Event<'person_added', 'person', { became: { name: string; email: string; permissions: readonly string[] } }>
  | Event<'flag_defined', 'flag', { became: object }>;

export type AuditRecord = Readonly<{
  /** ISO 8601, UTC, milliseconds. */
  at: string;
  /** Who did it; null is the system itself. */
  actorId: string | null;
  event: AuditEvent;
}>;
