import { useNavigate } from 'react-router';
import type { Bucket } from '#contract/bucket.ts';
import type { ReviewRound } from '#contract/review.ts';
import { NOBODY_CAN_SIGN } from '#domain/authority/requirement.ts';
import { quoteNames } from '#domain/review/author.ts';
import { addressOf } from '#web/bucket/address.ts';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { THIS_PAGE, useKeys } from '#web/kit/keys.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { explainNobody } from '#web/review/signers.ts';
import { reviewSetAddress } from '#web/review/address.ts';

/** What its submitter knew to break. */
export function BrokenNote({ examples }: Readonly<{ examples: ReviewRound['broken_examples'] }>) {
  const count = examples.length;
  return (
    <p className="ls-small ls-red ls-above-4">
      Submitted knowing that {plural(count, 'example')} newly {agree(count, 'breaks', 'break')}:{' '}
      {quoteNames(examples.map(({ name }) => name))}.
    </p>
  );
}

/** Rules of authority ask for an approval that nobody can give. */
export function NobodyNote({ round }: Readonly<{ round: ReviewRound }>) {
  return round.signers
    .filter(({ is_missing, can_sign }) => is_missing && can_sign.length === 0)
    .map((signer) => (
      <p key={signer.rule} className="ls-small ls-red ls-above-4">
        <b>{NOBODY_CAN_SIGN}:</b> {explainNobody(signer, round.authors)}
      </p>
    ));
}

type SetNoteProps = Readonly<{ set: NonNullable<ReviewRound['set']>; bucket: Pick<Bucket, 'partner' | 'cob'> }>;

/** "Submitted with 8 others as Cyber excess, v6", with a link to them. */
export function SetNote({ set: { id, title, others }, bucket }: SetNoteProps) {
  const navigate = useNavigate();
  const to = reviewSetAddress(id);
  // The set's page focuses the row that was left.
  const state = { opened: addressOf(bucket) };
  useKeys(THIS_PAGE, [{ keys: 'Backspace', does: 'Back to the set', run: () => void navigate(to, { state }) }]);
  const count = others.filter(({ outcome }) => outcome !== 'cancelled').length;
  return (
    <p className="ls-small ls-ink-3 ls-above-4">
      Submitted with {plural(count, 'other')} as{' '}
      <PageLink to={to} state={state} className="ls-link">
        {title}
      </PageLink>
    </p>
  );
}
