import { useApprovalsWord } from '#web/session/approvals.ts';
import { numberWord } from '#domain/review/round.ts';
import type { Authority } from '#web/admin/query.ts';
import { bucketAddress, classLabel, partnerText } from '#web/bucket/address.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { plural } from '#web/kit/plural.ts';
import { NOBODY_CAN_SIGN } from '#domain/authority/requirement.ts';
import { joinNames } from '#web/review/show/signers.ts';
import classes from './Authority.module.css';

type Waiting = Authority['waiting'][number];

/** The reviews that take votes now, and what the rules say of each. */
export function WaitingNow({ waiting }: Readonly<{ waiting: readonly Waiting[] }>) {
  return (
    <Card title="Waiting now" padded={false} note={plural(waiting.length, 'review')}>
      {waiting.length === 0 && <p className="ls-pad ls-ink-3">No review waits.</p>}
      <ul className="ls-list ls-ruled" aria-label="Reviews that wait">
        {waiting.map((review) => (
          <Review key={`${review.partner.number} ${review.cob}`} review={review} />
        ))}
      </ul>
    </Card>
  );
}

function Review({ review: { cob, partner, signers, any_two, approvals, required } }: Readonly<{ review: Waiting }>) {
  const word = useApprovalsWord();
  return (
    <li className={`ls-grid ls-gap-2 ls-break ${classes.deputy}`}>
      <p className="ls-row ls-wrap ls-gap-6">
        <PageLink to={bucketAddress({ partner: partner.number, cob }, 'draft')} className="ls-name ls-bold">
          {classLabel(cob)}
        </PageLink>
        <span className="ls-tag">{partnerText(partner)}</span>
      </p>
      {signers.length === 0 && (
        <p className="ls-small ls-ink-2">
          {any_two === null ? `Any ${word} who are no authors.` : `Any ${word}: ${any_two}`}
        </p>
      )}
      {signers.map(({ rule, people, reasons, is_missing, can_sign }) => (
        <p key={rule} className="ls-small ls-ink-2">
          One of the {numberWord(required).toLowerCase()} must be {joinNames(people)}: {reasons[0]?.text}
          {is_missing && can_sign.length === 0 && <b className="ls-red">. {NOBODY_CAN_SIGN}</b>}
        </p>
      ))}
      <p className="ls-small ls-ink-3">
        {approvals} of {required} approvals
      </p>
    </li>
  );
}
