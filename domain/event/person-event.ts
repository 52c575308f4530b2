import type { Role } from '#domain/user/role.ts';
import type { VerificationMethod } from '#domain/user/verification.ts';
import type { Event, RefusedDetail } from './event-shape.ts';

type MailChoice = Readonly<{ at_once: boolean; digest: boolean; time_zone: string }>;

export type PersonEvent =
  | Event<'signed_in', 'person', { name: string; email: string }>
  | Event<'sign_in_refused', 'person', { because: 'password' | 'deactivated' | 'too_many' }>
  /** The token lacks the permission. Above a limit, only the number of refusals is recorded. */
  | Event<'access_refused', 'person', { method: string; route: string; needs: string } | { left_out: number }>
  | Event<'person_added', 'person', { became: { name: string; email: string; permissions: readonly string[] } }>
  | Event<'person_permissions_changed', 'person', { was: readonly string[]; became: readonly string[] }>
  /** `shown_to`: the id of the person who saw the link, or the command line; `sent_to`: the only mailbox it was sent to. */
  | Event<'person_invited', 'person', { expires_at: string } & ({ shown_to: string } | { sent_to: string })>
  /** Sending the link failed; it was revoked. */
  | Event<'person_invitation_not_sent', 'person', { sent_to: string }>
  | Event<'person_password_set', 'person', { by: 'invitation' | 'change' | 'command' }>
  /** On the command line, without signing in. */
  | Event<'person_token_issued', 'person', { expires_at: string }>
  | Event<'person_verified', 'person', { method: VerificationMethod }>
  /** Somebody else saw the link used to set the password. `link_by`: who created it. */
  | Event<'person_unverified', 'person', { link_by: string }>
  | Event<'person_deactivated', 'person', { was: readonly string[] }>
  | Event<'person_reactivated', 'person', { became: readonly string[] }>
  /** `recipients`: the ids of the people who may grant it, and are notified. */
  | Event<'person_access_requested', 'person', { role: Role; reason: string; recipients: readonly string[] }>
  | Event<'person_access_withdrawn', 'person', { role: Role }>
  /** Recorded with the change of permissions that answers a request. */
  | Event<'person_access_granted', 'person', { role: Role }>
  | Event<'person_access_declined', 'person', { role: Role; reason: string }>
  /** What they get by e-mail. `by`: on the page, or by the address in a letter, without signing in. */
  | Event<'person_mail_changed', 'person', { was: MailChoice; became: MailChoice; by: 'page' | 'letter' }>
  /** The secret calendar address; never the secret itself. */
  | Event<'person_calendar_created', 'person', Record<never, never>>
  | Event<'person_calendar_replaced', 'person', Record<never, never>>
  | Event<'person_calendar_revoked', 'person', Record<never, never>>
  /** A refused `person_added` is recorded for the actor. */
  | Event<
      'person_change_refused',
      'person',
      RefusedDetail<
        | 'person_added'
        | 'person_permissions_changed'
        | 'person_invited'
        | 'person_verified'
        | 'person_deactivated'
        | 'person_reactivated'
        | 'person_access_declined'
      >
    >;
