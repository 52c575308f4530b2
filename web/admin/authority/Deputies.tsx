import type { CSSProperties } from 'react';
import type { AuthorityProposal, ShownDeputy } from '#contract/authority.ts';
import { MAY_CHANGE_AUTHORITY } from '#domain/authority/proposal.ts';
import { type Authority, refreshAuthority } from '#web/admin/query.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { useConfirm } from '#web/base/page/useConfirm.tsx';
import { Card } from '#web/kit/Card.tsx';
import { utcToday } from '#web/kit/format.ts';
import { useMay } from '#web/base/session/session.tsx';
import { describeDeputy } from './authorityText.ts';
import { ProposalLine } from './ProposalLine.tsx';
import classes from './Authority.module.css';
import { DeputyDialog } from './DeputyDialog.tsx';

/** Who signs for whom, and until when. */
export function Deputies({ authority: { deputies, proposals, people } }: Readonly<{ authority: Authority }>) {
  const mayChange = useMay()(MAY_CHANGE_AUTHORITY);
  const add = useDialog((onClose) => <DeputyDialog people={people} onClose={onClose} />);
  const added = proposals.filter(({ kind }) => kind === 'add_deputy');
  return (
    <Card
      title="Deputies"
      padded={false}
      {...(mayChange && {
        aside: (
          <button type="button" className="ls-link" onClick={() => add()}>
            Add a deputy
          </button>
        ),
      })}
    >
      {deputies.length === 0 && added.length === 0 && <p className="ls-pad ls-ink-3">Nobody has a deputy.</p>}
      <ul className="ls-list ls-ruled" aria-label="Deputies">
        {deputies.map((deputy) => (
          <DeputyRow
            key={deputy.id}
            deputy={deputy}
            proposal={proposals.find(({ replaces }) => replaces === deputy.id)}
            mayEnd={mayChange}
          />
        ))}
        {added.map((proposal) => (
          <li key={proposal.id} className={classes.deputy}>
            <ProposalLine proposal={proposal} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type DeputyRowProps = Readonly<{ deputy: ShownDeputy; proposal: AuthorityProposal | undefined; mayEnd: boolean }>;

function DeputyRow({ deputy, proposal, mayEnd }: DeputyRowProps) {
  const { kind, text, left, passed } = describeDeputy(deputy, utcToday());
  const api = useApi();
  const end = useConfirm({
    title: `End ${deputy.deputy.name} for ${deputy.person.name}?`,
    text: 'It ends when a second administrator agrees. Votes that the deputy gave still count.',
    submit: 'Ask a second person',
    change: {
      send: () => api.proposeAuthority({ body: { change: { kind: 'end_deputy', id: deputy.id } } }),
      done: 'Sent to a second person',
      failed: 'Failed to end the deputy',
      apply: refreshAuthority,
      onFailed: refreshAuthority,
    },
  });
  if (kind === 'ended')
    return (
      <li className={`ls-ink-3 ${classes.deputy}`}>
        <p className="ls-break">
          {deputy.deputy.name} for {deputy.person.name}
        </p>
        <p className="ls-small">{text}</p>
      </li>
    );
  return (
    <li className={`ls-grid ls-gap-4 ${classes.deputy}`}>
      <p className="ls-break">
        <b>{deputy.deputy.name}</b> for {deputy.person.name}
      </p>
      <p className="ls-row ls-small ls-spread ls-ink-3">
        {text}
        {kind === 'current' && <b className="ls-semi ls-amber">{left}</b>}
        {kind === 'later' && <b className="ls-semi ls-blue">later</b>}
      </p>
      {kind === 'current' && (
        <span aria-hidden className={classes.bar} style={{ '--passed': passed } as CSSProperties} />
      )}
      {mayEnd && proposal === undefined && (
        <p>
          <button
            type="button"
            className="ls-link ls-small"
            aria-label={`End now: ${deputy.deputy.name} for ${deputy.person.name}`}
            onClick={() => end()}
          >
            End now
          </button>
        </p>
      )}
      {proposal && <ProposalLine proposal={proposal} />}
    </li>
  );
}
