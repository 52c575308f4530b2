import type { BucketEntries } from '#domain/bucket/entry.ts';
import { NOBODY_CAN_SIGN } from '#domain/authority/requirement.ts';
import { joinWords } from '#domain/authority/rule.ts';
import type { BucketAddress } from './address.ts';
import type { BucketEdit } from '#domain/bucket/rollout.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { plural } from '#web/kit/plural.ts';
import { useApprovalsWord } from '#web/base/session/approvals.ts';

/** Without entries the saved draft. `edits` are applied to it. */
export type SubmittedBucket = BucketAddress & Readonly<{ entries?: BucketEntries; edits?: readonly BucketEdit[] }>;
type SignersNoticeProps = Readonly<{ buckets: readonly SubmittedBucket[]; restart?: boolean }>;

/** Who must sign, before drafts are submitted; the server decides by the same rules again when they are. */
export function SignersNotice({ buckets, restart = false }: SignersNoticeProps) {
  const approvals = useApprovalsWord();
  const sent = buckets.map(({ partner, cob, entries, edits }) => ({
    partner,
    cob,
    ...(entries && { entries }),
    ...(edits && { edits }),
  }));
  const { data } = useApiQuery(
    'previewSigners',
    { body: { buckets: sent, restart } },
    { enabled: buckets.length > 0, retry: false },
  );
  const lines = new Map<string, { text: string; nobody: boolean; count: number }>();
  for (const { signers, above_before } of data?.buckets ?? []) {
    for (const { people, reasons, can_sign } of signers) {
      const text = `One of the ${approvals} must be ${joinWords(
        people.map(({ name }) => name),
        'or',
      )}: ${reasons[0]?.text ?? ''}.`;
      lines.set(text, { text, nobody: can_sign.length === 0, count: (lines.get(text)?.count ?? 0) + 1 });
    }
    for (const above of above_before) {
      const text = `No signer is asked: ${above}.`;
      lines.set(text, { text, nobody: false, count: (lines.get(text)?.count ?? 0) + 1 });
    }
  }
  if (lines.size === 0) return null;
  return (
    <section aria-label="Who must sign" className="ls-notice ls-small" data-tone="amber">
      {[...lines.values()].map(({ text, nobody, count }) => (
        <p key={text} className="ls-break">
          {buckets.length > 1 && `${plural(count, 'bucket')}: `}
          {text}
          {nobody && ` ${NOBODY_CAN_SIGN}.`}
        </p>
      ))}
    </section>
  );
}
