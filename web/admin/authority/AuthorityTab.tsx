import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useCallback, useMemo, useState } from 'react';
import { MAY_CHANGE_AUTHORITY } from '#domain/authority/proposal.ts';
import { NOBODY_CAN_SIGN } from '#domain/authority/requirement.ts';
import { numberWord } from '#domain/review/round.ts';
import type { Authority } from '#web/admin/query.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { bucketAddress, classLabel, partnerText } from '#web/bucket/address.ts';
import { useBucketWatch } from '#web/bucket/useBucketWatch.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { useTabHeader } from '#web/base/page/tabHeader.ts';
import { AvatarNames } from '#web/kit/Avatar.tsx';
import { Card } from '#web/kit/Card.tsx';
import { plural } from '#web/kit/plural.ts';
import { joinNames } from '#web/review/signers.ts';
import { useApprovalsWord } from '#web/base/session/approvals.ts';
import { useMay } from '#web/base/session/session.tsx';
import { ClassRecords } from './ClassRecords.tsx';
import { Deputies } from './Deputies.tsx';
import { type OpenForm, RulesCard } from './RulesCard.tsx';
import classes from './Authority.module.css';

/** Who must sign what: the rules, deputies, the reviews that they concern, and who owns each class. */
export function AuthorityTab() {
  const query = useApiQuery('getAuthority', {});
  const seesBuckets = useMay()({ scope: 'bucket', action: 'view' });
  const [form, setForm] = useState<OpenForm>();
  const close = useCallback(() => setForm(undefined), []);
  const header = useMemo(() => {
    const icon = <IconPlus size={15} aria-hidden />;
    const onClick = () => setForm('new');
    return {
      actions: [{ label: 'Add a rule', variant: 'default' as const, icon, onClick, needs: MAY_CHANGE_AUTHORITY }],
    };
  }, []);
  useTabHeader(header);
  const { data: authority } = query;
  if (authority === undefined)
    return <Loaded query={query} title="Failed to load the rules of authority" skeleton={10} />;
  return (
    <AvatarNames value={authority.people.map(({ name }) => name)}>
      {seesBuckets && <Watch />}
      <div className={`ls-fixed ${classes.columns}`}>
        <RulesCard authority={authority} form={form} onForm={setForm} onClose={close} />
        <div className={classes.side}>
          <Deputies authority={authority} />
          <WaitingNow waiting={authority.waiting} />
        </div>
        {seesBuckets && <ClassRecords people={authority.people} />}
      </div>
    </AvatarNames>
  );
}

/** Proposals and votes of others appear as they happen. */
function Watch() {
  useBucketWatch();
  return null;
}

type Waiting = Authority['waiting'][number];

/** The reviews that take votes now, and what the rules say of each. */
function WaitingNow({ waiting }: Readonly<{ waiting: readonly Waiting[] }>) {
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
