import { Button } from '@mantine/core';
import { Suspense } from 'react';
import type { AuthorityProposal, ShownRule } from '#contract/authority.ts';
import { MAY_CHANGE_AUTHORITY } from '#domain/authority/proposal.ts';
import { AUTHORITY_LIMITS } from '#domain/authority/rule.ts';
import type { Authority } from '#web/admin/query.ts';
import { useApiPages } from '#web/base/api/query.ts';
import { listItems, Loaded } from '#web/base/page/Loaded.tsx';
import { ShowMore } from '#web/base/page/ShowMore.tsx';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { later } from '#web/base/page/later.tsx';
import { Card } from '#web/kit/Card.tsx';
import { DialogFrame } from '#web/kit/Dialog.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { useReturnFocus } from '#web/kit/focus.ts';
import { formatMoment, inSentence } from '#web/kit/format.ts';
import { useNow } from '#web/kit/useNow.ts';
import { useApprovalsWord } from '#web/base/session/approvals.ts';
import { useMay } from '#web/base/session/session.tsx';
import { ProposalContent, ProposalLine } from './ProposalLine.tsx';
import { RuleSentence } from './RuleSentence.tsx';
import { describeOutcome, describeRuleFacts, describeRules } from './authorityText.ts';
import classes from './Authority.module.css';

const RuleForm = later(async () => (await import('./RuleForm.tsx')).RuleForm);

/** Which rule is in the form: a new one, one in force by its id, or none. */
export type OpenForm = 'new' | Readonly<{ id: string }> | undefined;

type RulesCardProps = Readonly<{
  authority: Authority;
  form: OpenForm;
  onForm: (form: OpenForm) => void;
  onClose: () => void;
}>;

/** The rules in force, what is proposed about them, and the form of a new one. */
export function RulesCard({ authority, form, onForm, onClose }: RulesCardProps) {
  const { rules, proposals, people } = authority;
  const approvals = useApprovalsWord();
  const showHistory = useDialog((close) => <HistoryDialog onClose={close} />);
  const added = proposals.filter(({ kind }) => kind === 'add_rule' || kind === 'use_portfolio');
  return (
    <Card
      title="Rules"
      padded={false}
      {...(rules.length > 0 && { note: describeRules(rules.length, approvals) })}
      aside={
        <button type="button" className="ls-link" onClick={() => showHistory()}>
          History
        </button>
      }
    >
      <ul className="ls-list ls-ruled" aria-label="Rules in force">
        {rules.length === 0 && (
          <li className={classes.row}>
            <p className={classes.sentence}>Any {approvals} who are no authors.</p>
            <p className="ls-small ls-ink-3 ls-above-2">
              A rule asks that one of certain people is among them, for a class, a size or a kind of change.
            </p>
          </li>
        )}
        {rules.map((rule) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            proposal={proposals.find(({ replaces }) => replaces === rule.id)}
            isOpen={typeof form === 'object' && form.id === rule.id}
            people={people}
            onEdit={() => onForm({ id: rule.id })}
            onClose={onClose}
          />
        ))}
        {added.map((proposal) => (
          <li key={proposal.id} className={classes.row}>
            <ProposalLine proposal={proposal} />
          </li>
        ))}
        {form === 'new' && (
          <li className={classes.row} data-new>
            {rules.length >= AUTHORITY_LIMITS.rules ? (
              <p className="ls-amber">There are {AUTHORITY_LIMITS.rules} rules already. Remove one first.</p>
            ) : (
              <Suspense fallback={<Skeleton lines={4} />}>
                <RuleForm people={people} onClose={onClose} />
              </Suspense>
            )}
          </li>
        )}
      </ul>
    </Card>
  );
}

type RuleRowProps = Readonly<{
  rule: ShownRule;
  /** What waits to change it. */
  proposal: AuthorityProposal | undefined;
  isOpen: boolean;
  people: Authority['people'];
  onEdit: () => void;
  onClose: () => void;
}>;

function RuleRow({ rule, proposal, isOpen, people, onEdit, onClose }: RuleRowProps) {
  const now = useNow();
  const mayChange = useMay()(MAY_CHANGE_AUTHORITY);
  const button = useReturnFocus<HTMLButtonElement>(isOpen);
  if (isOpen)
    return (
      <li className={classes.row} data-new>
        <Suspense fallback={<Skeleton lines={4} />}>
          <RuleForm rule={rule} people={people} onClose={onClose} />
        </Suspense>
      </li>
    );
  return (
    <li className={`ls-grid ls-gap-10 ${classes.row}`}>
      <div className="ls-row ls-gap-16">
        <div className="ls-grow">
          <RuleSentence rule={rule} />
          <p className="ls-small ls-ink-3 ls-above-2">{describeRuleFacts(rule, now)}</p>
        </div>
        {mayChange && proposal === undefined && (
          <Button ref={button} variant="default" size="xs" className="ls-fixed" onClick={onEdit}>
            Edit
          </Button>
        )}
      </div>
      {proposal && <ProposalLine proposal={proposal} />}
    </li>
  );
}

/** Who changed what, and when. */
function HistoryDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const history = useApiPages('listAuthorityHistory', {});
  return (
    <DialogFrame title="History of authority" size={740} onClose={onClose}>
      <Loaded
        query={listItems(history)}
        title="Failed to load the history"
        skeleton={6}
        empty={<p className="ls-ink-2">Nothing was decided yet.</p>}
      >
        {(items) => (
          <ol className="ls-list ls-ruled" aria-busy={history.isFetchingNextPage}>
            {items.map((proposal) => (
              <Item key={proposal.id} proposal={proposal} />
            ))}
          </ol>
        )}
      </Loaded>
      <ShowMore query={history} className="ls-above-12" />
    </DialogFrame>
  );
}

function Item({ proposal }: Readonly<{ proposal: AuthorityProposal }>) {
  const { by, at, closed } = proposal;
  return (
    <li className={`ls-grid ls-gap-4 ${classes.past}`}>
      <p className="ls-semi">{describeOutcome(proposal)}</p>
      <ProposalContent proposal={proposal} />
      <p className="ls-small ls-ink-3">
        Proposed by {by.name} {inSentence(formatMoment(at))}
        {closed && closed.outcome !== 'withdrawn' && `, ${closed.outcome} by ${closed.by.name}`}
        {closed && closed.outcome === 'withdrawn' && ', withdrawn'}
        {closed && ` ${inSentence(formatMoment(closed.at))}`}.
      </p>
      {closed && closed.reason !== '' && <p className="ls-ink-2">“{closed.reason}”</p>}
    </li>
  );
}
