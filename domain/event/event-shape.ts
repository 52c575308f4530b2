/** An event names the action and its object; actor and time are in its record. */
export type Event<Action extends string, Type extends string, Detail extends object> = Readonly<{
  action: Action;
  object: Readonly<{ type: Type; id: string }>;
  detail: Readonly<Detail>;
}>;

/** A refused change: the attempted event, the reason, and the message shown (`message`). */
export type RefusedDetail<Attempt> = { attempt: Attempt; because: string; message: string };
