import type { AuditRow } from '#contract/audit.ts';
import type { ChangeCounts } from '#domain/bucket/change-kind.ts';
import type { BucketDiff } from '#domain/bucket/diff.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { DialData } from '#domain/dial/dial.ts';
import type { DialChange } from '#domain/dial/diff.ts';
import { describeFlag } from '#domain/flag/definition.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import type { DetailOf, EventName, Option } from '#domain/event/event.ts';
import type { ExampleData } from '#domain/example/example.ts';
import { describeExpectations } from '#domain/example/words.ts';
import { VERIFICATION_TEXT } from '#domain/user/verification.ts';
import { DISCOUNT_TEXT } from '#domain/review/voter.ts';
import { ACTION_LABELS, allowsWhat, SCOPE_LABELS } from '#domain/user/permission-words.ts';
import { MODE_NAMES } from '#domain/user/sign-in-mode.ts';
import { ACTIONS, SCOPES } from '#domain/user/permission.ts';
import { formatWithZone } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';

/** A dial or a person that a sentence names, and leads to. */
export type Named = Readonly<{ type: 'dial' | 'person'; id: string; version?: number }>;
export type Sentence = readonly (string | Named)[];

/** What a record says, for people. */
export type Told = Readonly<{
  sentences?: readonly Sentence[];
  /** All that a dial says. */
  says?: DialData;
  /** What changed of a dial, field by field. */
  fields?: readonly DialChange[];
  /** Of a bucket, dial by dial; or only how many. */
  dials?: BucketDiff;
  counts?: ChangeCounts;
  /** Permissions in words. */
  granted?: readonly string[];
  revoked?: readonly string[];
}>;

const WORDS = new Map(
  SCOPES.flatMap((scope) =>
    ACTIONS.map((action) => [
      `${scope}:${action}`,
      `${ACTION_LABELS[action]} on ${SCOPE_LABELS[scope]}: ${allowsWhat({ scope, action }) ?? 'not used'}`,
    ]),
  ),
);
const inWords = (permissions: readonly string[]) => permissions.map((entry) => WORDS.get(entry) ?? entry);
const without = (all: readonly string[], some: readonly string[]) => all.filter((entry) => !some.includes(entry));

const say = (...sentences: readonly (Sentence | string)[]): Told => ({
  sentences: sentences.map((sentence) => (typeof sentence === 'string' ? [sentence] : sentence)),
});
const quote = (text: string): string => (text === '' ? 'No comment.' : `“${text}”`);
const appetite = (value: number): string => value.toFixed(2);

function heldDials(entries: BucketEntries): Sentence {
  const dials = entries.flatMap(({ dial_id, version }, index): Sentence => [
    index === 0 ? '' : ', ',
    { type: 'dial', id: dial_id, version },
    ` v${version}`,
  ]);
  return entries.length === 0 ? ['The draft held no dials.'] : ['The draft held ', ...dials, '.'];
}

type Tellers = { readonly [A in EventName]?: (detail: DetailOf<A>) => Told };

const TELLERS: Tellers = {
  signed_in: ({ name, email }) => say(`${name}, ${email}.`),
  sign_in_refused: () => ({}),
  access_refused: (detail) => ('needs' in detail ? say(`${detail.method} ${detail.route} needs ${detail.needs}.`) : {}),
  person_added: ({ became: { name, email, permissions } }) => ({
    ...say(`${name}, ${email}.`),
    granted: inWords(permissions),
  }),
  person_permissions_changed: ({ was, became }) => ({
    granted: inWords(without(became, was)),
    revoked: inWords(without(was, became)),
  }),
  person_deactivated: ({ was }) => ({ revoked: inWords(was) }),
  person_verified: ({ method }) => say(`${VERIFICATION_TEXT[method]}.`),
  person_unverified: ({ link_by }) =>
    say(['The password was set with a link that ', { type: 'person', id: link_by }, ' was shown.']),
  person_reactivated: ({ became }) => ({ granted: inWords(became) }),
  person_invited: (detail) =>
    say(
      'sent_to' in detail ? `The link was sent to ${detail.sent_to} alone.` : shownTo(detail.shown_to),
      `It works until ${formatWithZone(detail.expires_at)}.`,
    ),
  person_invitation_not_sent: ({ sent_to }) => say(`The link to ${sent_to} could not be sent, and no longer works.`),
  person_token_issued: ({ expires_at }) => say(`At the command line. It works until ${formatWithZone(expires_at)}.`),
  person_password_set: ({ by }) => say(PASSWORD_SET[by]),
  sign_in_mode_changed: ({ was, became }) =>
    say(`People sign in with ${MODE_NAMES[became]}${was === null ? '' : ` instead of ${MODE_NAMES[was]}`}.`),
  reference_added: ({ became }) =>
    say(
      ...became.slice(0, MAX_OPTIONS_TOLD).map(nameAdded),
      ...(became.length > MAX_OPTIONS_TOLD ? [`And ${became.length - MAX_OPTIONS_TOLD} more.`] : []),
    ),
  reference_changed: ({ code, was, became }) => say(...changedOption(code, was, became)),
  reference_deleted: ({ code, was }) => say(`${was.label} (${code}).`),
  flag_defined: ({ became }) => say(...describeFlag(became)),
  flag_changed: ({ was, became }) => say(...describeFlag(became), `Before: ${describeFlag(was).join(' ')}`),
  partner_added: ({ name }) => say(`Called ${name}.`),
  partner_renamed: ({ was, became }) => say(`From ${was} to ${became}.`),
  portfolio_loaded: ({ file, risks, left_out, hash }) =>
    say(
      `${plural(risks, 'risk')}${file === null ? '' : ` from ${file}`}.`,
      ...(left_out === 0
        ? []
        : [`${plural(left_out, 'row')} with errors ${left_out === 1 ? 'was' : 'were'} left out.`]),
      `Its hash is ${hash}.`,
    ),
  portfolio_used: ({ was }) => say(`Drafts are measured against it${was === null ? '' : ` instead of ${was}`}.`),
  portfolio_renamed: ({ was, name }) => say(`From ${was} to ${name}.`),
  portfolio_deleted: ({ risks, hash }) => say(`It had ${plural(risks, 'risk')}. Its hash was ${hash}.`),
  dial_created: ({ became }) => ({ says: became }),
  dial_saved: ({ changes }) => ({ fields: changes }),
  dial_imported: (detail) => ('changes' in detail ? { fields: detail.changes } : { says: detail.became }),
  dial_published: ({ version, reason }) =>
    say(`Version ${version}.`, reason === '' ? 'No reason was given.' : `Reason: ${reason}`),
  dial_version_started: ({ version, from }) => say(`Version ${version} begins as version ${from} is.`),
  dial_draft_discarded: ({ version, was }) => ({ ...say(`Version ${version} said:`), says: was }),
  dial_duplicated: ({ of, became }) => ({
    ...say(['A copy of ', { type: 'dial', ...of }, ` v${of.version}.`]),
    says: became,
  }),
  dial_deleted: ({ was: { published, draft } }) =>
    say(
      published === null ? 'It was never published.' : `Version ${published} was published.`,
      ...(draft === null ? [] : [`Version ${draft} was a draft.`]),
    ),
  bucket_added: (detail) => say(`With an appetite of ${appetite(detail.appetite)}.`),
  bucket_appetite_changed: ({ was, became }) => say(`From ${appetite(was)} to ${appetite(became)}.`),
  bucket_draft_started: ({ based_on }) => say(`Based on version ${based_on}, which was live.`),
  bucket_draft_saved: ({ changes }) => ({ dials: changes }),
  bucket_draft_reset: ({ based_on, was }) => say(`Back to version ${based_on}.`, heldDials(was)),
  bucket_submitted: ({ description, changes }) => ({ ...say(quote(description)), counts: changes }),
  bucket_reviews_cancelled: ({ description }) => say(quote(description)),
  bucket_activated: ({ number }) => say(`Version ${number} went live.`),
  bucket_voted: ({ round, comment }) => say(`In round ${round}. ${quote(comment)}`),
  bucket_vote_discounted: ({ round, person, choice, because }) =>
    say([
      { type: 'person', id: person },
      ` voted to ${choice} in round ${round}. It is not counted: ${DISCOUNT_TEXT[because]}.`,
    ]),
  bucket_commented: ({ round, text, dial_id, reply_to }) =>
    say(
      dial_id === null
        ? `${reply_to === undefined ? 'In' : 'In reply to a comment, in'} round ${round}. ${quote(text)}`
        : ['On ', { type: 'dial', id: dial_id }, `, in round ${round}. ${quote(text)}`],
    ),
  bucket_comment_resolved: ({ round, text }) => say(`Of round ${round}. ${quote(text)}`),
  bucket_comment_reopened: ({ round, text }) => say(`Of round ${round}. ${quote(text)}`),
  bucket_sent_back: ({ round }) => say(`Round ${round} ended with enough rejections.`),
  bucket_example_added: ({ became }) => say(`${quote(became.name)} expects ${tellExpected(became)}.`),
  bucket_example_changed: ({ was, became }) => say(...changedExample(was, became)),
  bucket_example_deleted: ({ was }) => say(`${quote(was.name)} expected ${tellExpected(was)}.`),
  dial_import_refused: ({ rows }) => say(`${plural(rows, 'row')} would have been imported.`),
};

const MAX_OPTIONS_TOLD = 20;
const PASSWORD_SET = { invitation: 'By a sign-in link.', change: 'By themselves.', command: 'At the command line.' };

/** An option of a list, or a partner: partners are filled as a list at the first start. */
function nameAdded(added: object): string {
  const { code, label, number, name } = added as Readonly<Record<string, string | number | undefined>>;
  return `${label ?? name} (${code ?? number}).`;
}

function changedOption(code: string, was: Option, became: Option): readonly string[] {
  const classes = ({ classes: slugs = [] }: Option) =>
    slugs.map((slug) => findClass(slug)?.label ?? slug).join(', ') || 'every class';
  return [
    was.label === became.label ? `${became.label} (${code}).` : `${code}: from ${was.label} to ${became.label}.`,
    ...(was.group === became.group ? [] : [`From the group ${was.group ?? 'none'} to ${became.group ?? 'none'}.`]),
    ...(was.retired === became.retired ? [] : [became.retired ? 'No longer offered.' : 'Offered again.']),
    ...(classes(was) === classes(became) ? [] : [`For ${classes(became)} instead of ${classes(was)}.`]),
  ];
}

const tellExpected = ({ expected }: ExampleData): string => describeExpectations(expected);

function changedExample(was: ExampleData, became: ExampleData): readonly string[] {
  const [before, after] = [tellExpected(was), tellExpected(became)];
  return [
    was.name === became.name ? quote(became.name) : `From ${quote(was.name)} to ${quote(became.name)}.`,
    ...(before === after ? [] : [`It expected ${before}, and expects ${after}.`]),
    ...(JSON.stringify(was.risk) === JSON.stringify(became.risk) ? [] : ['Its risk is another.']),
  ];
}

function shownTo(id: string): Sentence {
  return id === 'command line'
    ? ['The link was shown at the command line.']
    : ['The link was shown to ', { type: 'person', id }, '.'];
}

/** Nothing where there are no words for it, as for what a later version wrote. */
export function describeDetail({ action, detail }: Pick<AuditRow, 'action' | 'detail'>): Told | undefined {
  const tell = Object.hasOwn(TELLERS, action) ? TELLERS[action as EventName] : undefined;
  try {
    return (tell as ((detail: unknown) => Told) | undefined)?.(detail);
  } catch {
    // A record of an earlier shape is still readable, line by line.
    return undefined;
  }
}
