import { Button } from '@mantine/core';
import IconApprove from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconReject from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { describeSigner } from '#web/review/show/signers.ts';
import { YOUR_VOTE } from '#web/review/show/words.ts';
import type { ReviewState } from './useReviewing.ts';
import classes from './ReviewForm.module.css';

type VoteBarProps = Readonly<{
  reviewing: ReviewState;
  /** Opens the comment, which a rejection needs. */
  onOpen: () => void;
}>;

/** The vote on a phone, always in reach; why there is none, or which one was given. */
export function VoteBar({ reviewing, onOpen }: VoteBarProps) {
  const { reviewed, votable, approvable, vote } = reviewing;
  const [first] = reviewed;
  const reject = () => {
    onOpen();
    reviewing.write();
  };
  if (votable.length === 0) return <p className="ls-grow ls-small ls-ink-2">{first?.refusal ?? 'No vote is asked.'}</p>;
  const isSet = reviewed.length > 1;
  const mine = isSet ? null : first?.mine;
  if (mine)
    return (
      <div className="ls-row ls-spread ls-grow">
        <b>{YOUR_VOTE[mine]}</b>
        <Button variant="default" onClick={onOpen}>
          Change vote
        </Button>
      </div>
    );
  const [signer] = isSet ? [] : (first?.round.signers.filter(({ is_missing }) => is_missing) ?? []);
  const waiting = signer && describeSigner(signer, reviewing.personId);
  return (
    <div className={`ls-grow ls-gap-8 ${classes.buttons}`}>
      {waiting && (
        <p className={`ls-small ls-semi ${waiting.tone === 'red' ? 'ls-red' : 'ls-amber'} ${classes.line}`}>
          {waiting.text}
        </p>
      )}
      <Button
        size="lg"
        variant="default"
        className={`ls-red ${classes.reject}`}
        leftSection={<IconReject size={16} aria-hidden />}
        disabled={vote.isPending}
        onClick={reject}
      >
        Reject
      </Button>
      <Button
        size="lg"
        leftSection={<IconApprove size={16} aria-hidden />}
        loading={vote.isPending}
        disabled={approvable.length === 0}
        onClick={() => reviewing.cast('approve')}
      >
        {isSet ? `Approve ${approvable.length}` : 'Approve'}
      </Button>
    </div>
  );
}
