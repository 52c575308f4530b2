import { randomBytes } from 'node:crypto';
import type { MailPreference } from '#contract/mail.ts';
import type { PendingReview } from '#contract/review.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import {
  type Digest,
  type DigestLine,
  endOfClaim,
  findNeeded,
  isDigestDue,
  isTimeZone,
  localTime,
  nextAttempt,
  writeDigest,
} from '#domain/digest/digest.ts';
import { canonicalJson } from '#domain/audit/canonical.ts';
import { makeEvent } from '#domain/event/event.ts';
import { holds, parsePermissions } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { type ChangeKit, runChange } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import type { Letter, Mailer } from '#server/mail/mailer.ts';
import { requireKnownPerson } from '#server/person/person.service.ts';
import { listOpenVoting } from '#server/review/review.needed.ts';
import type { reviewService } from '#server/review/review.service.ts';
import type { workService } from '#server/review/work/work.service.ts';
import * as store from './digest.store.ts';

type Options = Readonly<{
  kit: ChangeKit;
  mail: Mailer | undefined;
  publicUrl: string;
  reviews: Pick<ReturnType<typeof reviewService>, 'list'>;
  work: ReturnType<typeof workService>;
  /** Called for a letter that the mail server did not accept for a day. */
  onGivenUp: (letter: Readonly<{ person: string; about: string }>) => void;
}>;
type OpenRound = Awaited<ReturnType<typeof listOpenVoting>>[number];
type DiscountedVotes = Awaited<ReturnType<typeof store.listDiscounted>>;
type BucketName = Readonly<{ cob: string; partner: Readonly<{ number: number; name: string }> }>;

const MAX_WAITING = 50;
/** Letters that one run tries again. */
const MAX_AGAIN = 1000;
const createSecret = (): string => randomBytes(32).toString('base64url');
const SECRET = /^[\w-]{43}$/;
/** The profile of a person comes from elsewhere, and may name a zone that does not exist. */
const knownZone = (zone: string): string => (isTimeZone(zone) ? zone : 'UTC');
const nameOf = ({ cob, partner }: BucketName): string =>
  `${findClass(cob)?.label ?? cob}, ${partner.number} ${partner.name}`;

type MailChoice = Readonly<{ at_once: boolean; digest: boolean; time_zone: string }>;
const choiceOf = ({ at_once, digest, time_zone }: MailChoice): MailChoice => ({ at_once, digest, time_zone });

/** Saving the same again leaves no record. */
const mailEvents = (id: string, was: MailChoice, sent: MailChoice, by: 'page' | 'letter') => {
  const became = choiceOf(sent);
  const isSame = canonicalJson(was) === canonicalJson(became);
  return isSame ? [] : [makeEvent('person_mail_changed', id, { was, became, by })];
};

/** What people get by e-mail, and how they change it. Nobody can approve anything by e-mail: letters have links only. */
export function digestService({ kit, mail, publicUrl, reviews, work, onGivenUp }: Options) {
  const { db, now } = kit;
  const pageOf = ({ cob, partner }: BucketName): string => `${publicUrl}/syndicate/${partner.number}/bucket/${cob}`;
  const draftOf = (place: BucketName): string => `${pageOf(place)}/draft`;

  async function preferenceOf({ id }: Pick<Actor, 'id'>, from: Db = db): Promise<MailPreference> {
    const { at_once = true, digest = true, time_zone = 'UTC' } = (await store.findReader(from, id)) ?? {};
    return { sends: mail !== undefined, at_once, digest, time_zone: knownZone(time_zone) };
  }

  async function digestOf(reader: store.Reader, discountedVotes: DiscountedVotes): Promise<Digest> {
    const actor = { id: reader.id, permissions: parsePermissions(reader.permissions) };
    const own = await work.of(actor);
    const votes = holds(actor.permissions.review, 'create');
    const queue = votes ? await reviews.list(actor, { order: 'waiting', limit: MAX_WAITING }) : { items: [] };
    const isMine = ({ mine, barred, set }: PendingReview) =>
      barred === null && (set === null ? mine === null : set.mine < set.buckets);
    const waiting = queue.items.filter(isMine).map((one): DigestLine => {
      const by = `submitted by ${one.submitted_by.name}`;
      return one.set === null
        ? { text: `${nameOf(one)}, ${by}`, url: draftOf(one) }
        : { text: `${one.set.title}, ${one.set.buckets} buckets, ${by}`, url: `${publicUrl}/review-set/${one.set.id}` };
    });
    const drafts = own.drafts.map((draft) => ({
      text: `${draft.set?.title ?? nameOf(draft)}: ${describeDraft(draft)}`,
      url: draftOf(draft),
    }));
    const ending = own.buckets
      .filter((bucket) => bucket.ending > 0)
      .map((bucket) => ({ text: `${nameOf(bucket)}: ${bucket.ending}`, url: pageOf(bucket) }));
    const discounted = (discountedVotes.get(reader.id) ?? []).map(({ cob, partner, partner_name }) => {
      const place = { cob, partner: { number: partner, name: partner_name } };
      return { text: nameOf(place), url: draftOf(place) };
    });
    return { waiting, drafts, discounted, ending };
  }

  const claimNow = () => {
    const at = now();
    return { at, until: new Date(endOfClaim(at.getTime())) };
  };
  const giveUp = ({ person_id: person, about }: store.Unsent): void => onGivenUp({ person, about });

  /** Sends a claimed letter; null: there is nothing to say any more. What is not accepted is tried again later. */
  async function send(mailer: Mailer, claimed: store.Unsent, letter: Letter | null): Promise<void> {
    if (letter === null || (await mailer.send(letter))) return void (await store.takeUnsent(db, claimed));
    const { claimed_at, attempts } = claimed;
    const next = nextAttempt({ claimedMs: claimed_at.getTime(), attempts }, now().getTime());
    if (next !== null) return store.putOffUnsent(db, claimed, new Date(next));
    await store.takeUnsent(db, claimed);
    giveUp(claimed);
  }

  async function writeMorning(reader: store.Reader, secret: string, votes: DiscountedVotes): Promise<Letter | null> {
    const stop = `${publicUrl}/mail/${secret}`;
    const letter = writeDigest(reader.name, await digestOf(reader, votes), { settings: `${publicUrl}/?mail`, stop });
    return letter && { to: reader, ...letter, unsubscribe: stop };
  }

  function writeNeeded(reader: store.Reader, round: OpenRound): Letter {
    const place = { cob: round.cob, partner: { number: round.partner, name: round.partner_name } };
    const text = [
      `Hello ${reader.name},`,
      `${nameOf(place)} cannot go live without your vote: nobody else can give it.`,
      ...(round.description === '' ? [] : [`“${round.description}”`]),
      `Read and decide: ${draftOf(place)}`,
      `Change what you get by e-mail: ${publicUrl}/?mail`,
    ].join('\n\n');
    return { to: reader, subject: `Needs your vote: ${nameOf(place)}`, text };
  }

  return {
    get: preferenceOf,

    async change(actor: Actor, choice: Readonly<{ at_once: boolean; digest: boolean; time_zone: string }>) {
      await requireKnownPerson(db, actor);
      await runChange(kit, {
        actor,
        work: async ({ trx, by, now: clock }) => {
          const was = choiceOf(await preferenceOf(by, trx));
          await store.putChoice(trx, by.id, createSecret(), choice);
          return { events: mailEvents(by.id, was, choice, 'page'), at: clock(), answer: undefined };
        },
      });
      return preferenceOf(actor);
    },

    noteZone: ({ id }: Actor, zone: string): Promise<void> => store.noteZone(db, id, createSecret(), zone),
    isSecret: async (secret: string): Promise<boolean> => SECRET.test(secret) && store.isSecret(db, secret),

    /** By the address in a letter. The record is of the person whose letter it is, since only they have the address. */
    stop: (secret: string): Promise<boolean> =>
      runChange(kit, {
        actor: null,
        work: async ({ trx, now: clock }) => {
          const person = SECRET.test(secret) ? await store.lockReader(trx, secret) : undefined;
          const at = clock();
          if (person === undefined) return { events: [], at, answer: false };
          const was = choiceOf(await preferenceOf({ id: person }, trx));
          await store.stopDigest(trx, secret);
          return { events: mailEvents(person, was, { ...was, digest: false }, 'letter'), at, answer: true };
        },
      }),

    /** The digests of those whose morning it is, and those that the mail server did not accept before. */
    async sendDigests(signal: AbortSignal): Promise<void> {
      if (mail === undefined) return;
      const readers = (await store.listReaders(db)).filter(({ digest }) => digest);
      const isDue = (reader: store.Reader): boolean =>
        isDigestDue(now().getTime(), knownZone(reader.time_zone), reader.digest_day);
      const due = readers.filter(isDue);
      const again = await store.claimAgain(db, 'digest', claimNow(), MAX_AGAIN);
      const ids = [...due.map(({ id }) => id), ...again.map(({ person_id }) => person_id)];
      const votes = ids.length === 0 ? new Map() : await store.listDiscounted(db, ids);
      for (const reader of due) {
        if (signal.aborted) return;
        const { day } = localTime(now().getTime(), knownZone(reader.time_zone));
        const secret = reader.secret ?? createSecret();
        const claimed = await store.claimDay(db, { person_id: reader.id, secret, day }, claimNow());
        if (claimed === undefined) continue;
        if (claimed.former !== undefined) giveUp(claimed.former);
        await send(mail, claimed.letter, await writeMorning(reader, claimed.secret, votes));
      }
      for (const claimed of again) {
        if (signal.aborted) return;
        const reader = readers.find(({ id }) => id === claimed.person_id);
        // The digest of this morning replaced it.
        if (due.some(({ id }) => id === claimed.person_id)) continue;
        const letter = reader?.secret ? await writeMorning(reader, reader.secret, votes) : null;
        await send(mail, claimed, letter);
      }
    },

    /** Letters to people without whom a round cannot be approved, once for each round. */
    async sendAtOnce(signal: AbortSignal): Promise<void> {
      if (mail === undefined) return;
      const again = await store.claimAgain(db, 'round', claimNow(), MAX_AGAIN);
      const rounds = await listOpenVoting(db, { today: now().toISOString().slice(0, 10) });
      const sent = await store.listSent(
        db,
        rounds.map(({ round }) => round),
      );
      const needed = rounds.flatMap((round) => findNeeded(round).map((person) => ({ round, person })));
      const wanted = needed.filter(({ round, person }) => !sent.has(`${round.round} ${person}`));
      if (wanted.length === 0 && again.length === 0) return;
      const listed = await store.listReaders(db);
      const readers = new Map(listed.filter(({ at_once }) => at_once).map((reader) => [reader.id, reader]));
      for (const { round, person } of wanted) {
        if (signal.aborted) return;
        const reader = readers.get(person);
        if (reader === undefined) continue;
        const claimed = await store.claimLetter(db, { person_id: person, about: round.round }, claimNow());
        if (claimed !== undefined) await send(mail, claimed, writeNeeded(reader, round));
      }
      for (const claimed of again) {
        if (signal.aborted) return;
        const one = needed.find(({ round, person }) => person === claimed.person_id && round.round === claimed.about);
        const reader = readers.get(claimed.person_id);
        await send(mail, claimed, one === undefined || reader === undefined ? null : writeNeeded(reader, one.round));
      }
    },
  };
}

function describeDraft({
  state,
  rejected,
  votes,
  approved_for,
}: Awaited<ReturnType<Options['work']['of']>>['drafts'][number]) {
  if (rejected !== null) return 'rejected';
  if (approved_for !== null) return `approved, live on ${approved_for}`;
  if (state === 'draft') return 'not submitted';
  return votes === null ? 'in review' : `${votes.approvals} of ${votes.required} approvals`;
}
