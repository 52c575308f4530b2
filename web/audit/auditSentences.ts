import type { AuditRow } from '#contract/audit.ts';
import type { ChangeCounts } from '#domain/bucket/change-kind.ts';
import type { BucketDiff } from '#domain/bucket/diff.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { DialData } from '#domain/dial/dial.ts';
import type { DialChange } from '#domain/dial/diff.ts';
import { writeDay } from '#domain/day/day.ts';
import { describeFlag } from '#domain/flag/flag.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import type { DetailOf, EventName, Option } from '#domain/event/event.ts';
import type { ExampleData } from '#domain/example/example.ts';
import { describeExpectations } from '#domain/example/words.ts';
import { describeDrift } from '#domain/practice/expected.ts';
import { VERIFICATION_TEXT } from '#domain/user/verification.ts';
import { quoteNames } from '#domain/review/author.ts';
import { DISCOUNT_TEXT } from '#domain/review/voter.ts';
import { ACTION_LABELS, describePermission, SCOPE_LABELS } from '#domain/user/permission-words.ts';
import { MODE_NAMES } from '#domain/user/sign-in-mode.ts';
import { ACTIONS, SCOPES } from '#domain/user/permission.ts';
import { formatWithZone } from '#web/kit/format.ts';
import { agree, plural } from '#web/kit/plural.ts';

/** A dial or a person that a sentence names and links to. */
export type NamedObject = Readonly<{ type: 'dial' | 'person'; id: string; version?: number }>;
export type Sentence = readonly (string | NamedObject)[];

/** A record's detail, in a form for readers. */
export type DetailDescription = Readonly<{
  sentences?: readonly Sentence[];
  /** The content of a dial. */
  dial?: DialData;
  /** The changes of a dial, field by field. */
  fields?: readonly DialChange[];
  /** The changes of a bucket, dial by dial, or only their number. */
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
      `${ACTION_LABELS[action]} on ${SCOPE_LABELS[scope]}: ${describePermission({ scope, action }) ?? 'not used'}`,
    ]),
  ),
);
const describePermissions = (permissions: readonly string[]) => permissions.map((entry) => WORDS.get(entry) ?? entry);
const without = (all: readonly string[], some: readonly string[]) => all.filter((entry) => !some.includes(entry));

const inSentences = (...sentences: readonly (Sentence | string)[]): DetailDescription => ({
  sentences: sentences.map((sentence) => (typeof sentence === 'string' ? [sentence] : sentence)),
});
const quote = (text: string): string => (text === '' ? 'No comment.' : `“${text}”`);
const appetite = (value: number): string => value.toFixed(2);

function listDials(entries: BucketEntries): Sentence {
  const dials = entries.flatMap(({ dial_id, version }, index): Sentence => [
    index === 0 ? '' : ', ',
    { type: 'dial', id: dial_id, version },
    ` v${version}`,
  ]);
  return entries.length === 0 ? ['The draft held no dials.'] : ['The draft held ', ...dials, '.'];
}

type Describers = { readonly [A in EventName]?: (detail: DetailOf<A>) => DetailDescription };

const DESCRIBERS: Describers = {
  signed_in: ({ name, email }) => inSentences(`${name}, ${email}.`),
  sign_in_refused: () => ({}),
  access_refused: (detail) =>
    'needs' in detail ? inSentences(`${detail.method} ${detail.route} needs ${detail.needs}.`) : {},
  person_added: ({ became: { name, email, permissions } }) => ({
    ...inSentences(`${name}, ${email}.`),
    granted: describePermissions(permissions),
  }),
  person_permissions_changed: ({ was, became }) => ({
    granted: describePermissions(without(became, was)),
    revoked: describePermissions(without(was, became)),
  }),
  person_deactivated: ({ was }) => ({ revoked: describePermissions(was) }),
  person_verified: ({ method }) => inSentences(`${VERIFICATION_TEXT[method]}.`),
  person_unverified: ({ link_by }) =>
    inSentences(['The password was set with a link that ', { type: 'person', id: link_by }, ' was shown.']),
  person_reactivated: ({ became }) => ({ granted: describePermissions(became) }),
  person_access_requested: ({ role, reason }) => inSentences(`As ${role}.`, ...(reason === '' ? [] : [`“${reason}”`])),
  person_access_withdrawn: ({ role }) => inSentences(`Asked for access as ${role}.`),
  person_access_granted: ({ role }) => inSentences(`Asked for access as ${role}.`),
  person_access_declined: ({ role, reason }) => inSentences(`Asked for access as ${role}. “${reason}”`),
  person_invited: (detail) =>
    inSentences(
      'sent_to' in detail ? `The link was sent to ${detail.sent_to} alone.` : describeRecipient(detail.shown_to),
      `It works until ${formatWithZone(detail.expires_at)}.`,
    ),
  person_invitation_not_sent: ({ sent_to }) =>
    inSentences(`The link to ${sent_to} could not be sent, and no longer works.`),
  person_token_issued: ({ expires_at }) =>
    inSentences(`At the command line. It works until ${formatWithZone(expires_at)}.`),
  person_password_set: ({ by }) => inSentences(PASSWORD_SET[by]),
  sign_in_mode_changed: ({ was, became }) =>
    inSentences(`People sign in with ${MODE_NAMES[became]}${was === null ? '' : ` instead of ${MODE_NAMES[was]}`}.`),
  reference_added: ({ became }) =>
    inSentences(
      ...became.slice(0, MAX_LISTED_OPTIONS).map(describeAdded),
      ...(became.length > MAX_LISTED_OPTIONS ? [`And ${became.length - MAX_LISTED_OPTIONS} more.`] : []),
    ),
  reference_changed: ({ code, was, became }) => inSentences(...describeOptionChange(code, was, became)),
  reference_deleted: ({ code, was }) => inSentences(`${was.label} (${code}).`),
  flag_defined: ({ became }) => inSentences(...describeFlag(became)),
  flag_changed: ({ was, became }) => inSentences(...describeFlag(became), `Before: ${describeFlag(was).join(' ')}`),
  partner_added: ({ name }) => inSentences(`Called ${name}.`),
  partner_renamed: ({ was, became }) => inSentences(`From ${was} to ${became}.`),
  portfolio_loaded: ({ file, risks, left_out, hash }) =>
    inSentences(
      `${plural(risks, 'risk')}${file === null ? '' : ` from ${file}`}.`,
      ...(left_out === 0 ? [] : [`${plural(left_out, 'row')} with errors ${agree(left_out, 'was', 'were')} left out.`]),
      `Its hash is ${hash}.`,
    ),
  portfolio_used: ({ was }) =>
    inSentences(`Drafts are measured against it${was === null ? '' : ` instead of ${was}`}.`),
  portfolio_renamed: ({ was, name }) => inSentences(`From ${was} to ${name}.`),
  portfolio_deleted: ({ risks, hash }) => inSentences(`It had ${plural(risks, 'risk')}. Its hash was ${hash}.`),
  portfolio_limits_imported: ({ file, was, became }) =>
    inSentences(`${plural(became.length, 'limit')} from ${file}, instead of ${was}.`),
  dial_created: ({ became }) => ({ dial: became }),
  dial_saved: ({ changes }) => ({ fields: changes }),
  dial_imported: (detail) => ('changes' in detail ? { fields: detail.changes } : { dial: detail.became }),
  dial_published: ({ version, reason }) =>
    inSentences(`Version ${version}.`, reason === '' ? 'No reason was given.' : `Reason: ${reason}`),
  dial_version_started: ({ version, from }) => inSentences(`Version ${version} begins as version ${from} is.`),
  dial_draft_discarded: ({ version, was }) => ({ ...inSentences(`Content of version ${version}:`), dial: was }),
  dial_duplicated: ({ of, became }) => ({
    ...inSentences(['A copy of ', { type: 'dial', ...of }, ` v${of.version}.`]),
    dial: became,
  }),
  dial_deleted: ({ was: { published, draft } }) =>
    inSentences(
      published === null ? 'It was never published.' : `Version ${published} was published.`,
      ...(draft === null ? [] : [`Version ${draft} was a draft.`]),
    ),
  bucket_added: (detail) => inSentences(`With an appetite of ${appetite(detail.appetite)}.`),
  bucket_stopped: ({ reason, buckets }) =>
    inSentences(
      ...(buckets > 1 ? [`One of ${buckets} buckets that were stopped together.`] : []),
      `It answers no risk. ${quote(reason)}`,
    ),
  bucket_restarted: ({ number }) => inSentences(`It answers risks again, with version ${number}.`),
  bucket_appetite_changed: ({ was, became, proposed_by, supersedes }) =>
    inSentences(
      proposed_by === undefined
        ? `From ${appetite(was)} to ${appetite(became)}.`
        : [`From ${appetite(was)} to ${appetite(became)}, as `, { type: 'person', id: proposed_by }, ' proposed.'],
      ...describeSuperseded(supersedes),
    ),
  bucket_appetite_proposed: ({ was, becomes, reason, supersedes }) =>
    inSentences(
      `From ${appetite(was)} to ${appetite(becomes)}, once a second person confirms it.`,
      ...(reason === '' ? [] : [quote(reason)]),
      ...describeSuperseded(supersedes),
    ),
  bucket_appetite_declined: ({ was, becomes, proposed_by, reason }) =>
    inSentences(
      [{ type: 'person', id: proposed_by }, ` proposed to raise it from ${appetite(was)} to ${appetite(becomes)}.`],
      ...(reason === '' ? [] : [quote(reason)]),
    ),
  bucket_appetite_withdrawn: ({ was, becomes }) =>
    inSentences(`It was proposed to raise it from ${appetite(was)} to ${appetite(becomes)}.`),
  bucket_draft_started: ({ based_on }) => inSentences(`Based on version ${based_on}, which was live.`),
  bucket_draft_saved: ({ changes }) => ({ dials: changes }),
  bucket_draft_reset: ({ based_on, was }) => inSentences(`Back to version ${based_on}.`, listDials(was)),
  bucket_submitted: ({ description, changes, live_on, restart, broken_examples: broken = [] }) => ({
    ...inSentences(
      quote(description),
      ...(restart === undefined ? [] : ['To restart the bucket.']),
      ...(live_on === undefined ? [] : [`To go live on ${writeDay(live_on)}, 00:00 UTC.`]),
      ...(broken.length === 0
        ? []
        : [
            `Knowing that ${plural(broken.length, 'example')} newly ${agree(broken.length, 'breaks', 'break')}: ${quoteNames(broken)}.`,
          ]),
    ),
    counts: changes,
  }),
  bucket_reviews_cancelled: ({ description, stands }) =>
    inSentences(quote(description), ...(stands === undefined ? [] : [`${writeDay(stands)} stands.`])),
  bucket_activated: ({ number, live_on }) =>
    inSentences(`Version ${number} went live${live_on === undefined ? '' : `, as approved for ${writeDay(live_on)}`}.`),
  bucket_scheduled: ({ round, live_on, instead_of: before }) =>
    inSentences(
      `Round ${round} has enough approvals. It goes live on ${writeDay(live_on)}${before === undefined ? '' : ` instead of ${writeDay(before)}`}, 00:00 UTC.`,
    ),
  bucket_earlier_day_asked: ({ round, live_on, stands, reason }) =>
    inSentences(
      `Round ${round} asks for ${writeDay(live_on)}. ${writeDay(stands)} stands until it is approved. ${quote(reason)}`,
    ),
  bucket_earlier_day_rejected: ({ round, live_on, stands }) =>
    inSentences(`Round ${round} for ${writeDay(live_on)} ended with enough rejections. ${writeDay(stands)} stands.`),
  bucket_put_off: ({ was, became, reason }) =>
    inSentences(`From ${writeDay(was)} to ${writeDay(became)}. ${quote(reason)}`),
  bucket_called_off: ({ live_on, reason }) => inSentences(`It was approved for ${writeDay(live_on)}. ${quote(reason)}`),
  bucket_go_live_stopped: ({ live_on, message }) => inSentences(`It was approved for ${writeDay(live_on)}. ${message}`),
  bucket_outcome_drifted: (detail) => inSentences(`${describeDrift(detail)}.`),
  bucket_voted: ({ round, comment }) => inSentences(`In round ${round}. ${quote(comment)}`),
  bucket_vote_discounted: ({ round, person, choice, because }) =>
    inSentences([
      { type: 'person', id: person },
      ` voted to ${choice} in round ${round}. It is not counted: ${DISCOUNT_TEXT[because]}.`,
    ]),
  bucket_commented: ({ round, text, dial_id, reply_to }) =>
    inSentences(
      dial_id === null
        ? `${reply_to === undefined ? 'In' : 'In reply to a comment, in'} round ${round}. ${quote(text)}`
        : ['On ', { type: 'dial', id: dial_id }, `, in round ${round}. ${quote(text)}`],
    ),
  bucket_comment_resolved: ({ round, text }) => inSentences(`Of round ${round}. ${quote(text)}`),
  bucket_comment_reopened: ({ round, text }) => inSentences(`Of round ${round}. ${quote(text)}`),
  bucket_sent_back: ({ round }) => inSentences(`Round ${round} ended with enough rejections.`),
  bucket_example_added: ({ became }) => inSentences(`${quote(became.name)} expects ${describeExpected(became)}.`),
  bucket_example_changed: ({ was, became }) => inSentences(...describeExampleChange(was, became)),
  bucket_example_deleted: ({ was }) => inSentences(`${quote(was.name)} expected ${describeExpected(was)}.`),
  dial_import_refused: ({ rows }) => inSentences(`${plural(rows, 'row')} would have been imported.`),
};

const describeSuperseded = (supersedes: DetailOf<'bucket_appetite_proposed'>['supersedes']): readonly Sentence[] =>
  supersedes === undefined
    ? []
    : [
        [
          'Instead of ',
          appetite(supersedes.becomes),
          ', which ',
          { type: 'person', id: supersedes.proposed_by },
          ' proposed.',
        ],
      ];

const MAX_LISTED_OPTIONS = 20;
const PASSWORD_SET = { invitation: 'By a sign-in link.', change: 'By themselves.', command: 'At the command line.' };

/** An option of a list, or a partner: the first start seeds partners as a list. */
function describeAdded(added: object): string {
  const { code, label, number, name } = added as Readonly<Record<string, string | number | undefined>>;
  return `${label ?? name} (${code ?? number}).`;
}

function describeOptionChange(code: string, was: Option, became: Option): readonly string[] {
  const classes = ({ classes: slugs = [] }: Option) =>
    slugs.map((slug) => findClass(slug)?.label ?? slug).join(', ') || 'every class';
  return [
    was.label === became.label ? `${became.label} (${code}).` : `${code}: from ${was.label} to ${became.label}.`,
    ...(was.group === became.group ? [] : [`From the group ${was.group ?? 'none'} to ${became.group ?? 'none'}.`]),
    ...(was.retired === became.retired ? [] : [became.retired ? 'No longer offered.' : 'Offered again.']),
    ...(classes(was) === classes(became) ? [] : [`For ${classes(became)} instead of ${classes(was)}.`]),
  ];
}

const describeExpected = ({ expected }: ExampleData): string => describeExpectations(expected);

function describeExampleChange(was: ExampleData, became: ExampleData): readonly string[] {
  const [before, after] = [describeExpected(was), describeExpected(became)];
  return [
    was.name === became.name ? quote(became.name) : `From ${quote(was.name)} to ${quote(became.name)}.`,
    ...(before === after ? [] : [`It expected ${before}, and expects ${after}.`]),
    ...(JSON.stringify(was.risk) === JSON.stringify(became.risk) ? [] : ['Its risk is another.']),
  ];
}

function describeRecipient(id: string): Sentence {
  return id === 'command line'
    ? ['The link was shown at the command line.']
    : ['The link was shown to ', { type: 'person', id }, '.'];
}

/** Undefined for an action without a description, such as one written by a later version. */
export function describeDetail({ action, detail }: Pick<AuditRow, 'action' | 'detail'>): DetailDescription | undefined {
  const describe = Object.hasOwn(DESCRIBERS, action) ? DESCRIBERS[action as EventName] : undefined;
  try {
    return (describe as ((detail: unknown) => DetailDescription) | undefined)?.(detail);
  } catch {
    // A record with an outdated shape is still shown line by line.
    return undefined;
  }
}
