import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import IconApprove from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconReject from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { describeSigner } from '#web/review/signers.ts';
import { YOUR_VOTE } from '#web/review/show/words.ts';
import { ChangedNotice, VoteNotices } from './ReviewForm.tsx';
import type { ReviewState } from './useReviewing.ts';
import classes from './ReviewForm.module.css';

type VoteBarProps = Readonly<{
  reviewing: ReviewState;
  /** What exactly a vote is about. */
  note: ReactNode;
  /** Reads the draft again, if it changed. */
  onReadAgain: (() => void) | undefined;
  /** Opens votes and comments. */
  onOpen: () => void;
  /** Opens the comment, which a rejection needs. */
  onReject: () => void;
}>;

/** The vote on a phone, always in reach; why there is none, which one was given, or why it was not taken. */
export function VoteBar({ reviewing, note, onReadAgain, onOpen, onReject }: VoteBarProps) {
  const { reviewed, votable, approvable, vote } = reviewing;
  const [first] = reviewed;
  if (first === undefined) return null;
  if (votable.length === 0) return <p className="ls-grow ls-small ls-ink-2">{first.refusal ?? 'No vote is asked.'}</p>;
  const isStale = onReadAgain !== undefined;
  const notices = onReadAgain ? (
    <ChangedNotice onRead={onReadAgain} />
  ) : (
    <VoteNotices reviewing={reviewing} isStale={false} />
  );
  const isSet = reviewed.length > 1;
  // Of a set, one vote on all that the person may vote on; else the buttons stay.
  const [own, ...others] = new Set(votable.map((one) => one.mine));
  const mine = others.length === 0 ? own : undefined;
  if (mine)
    return (
      <div className={`ls-grid ls-gap-8 ls-grow ${classes.bar}`}>
        {notices}
        <div className="ls-row ls-spread">
          <b>{YOUR_VOTE[mine]}</b>
          <Button variant="default" size="lg" onClick={onOpen}>
            Change vote
          </Button>
        </div>
      </div>
    );
  const [signer] = isSet ? [] : first.round.signers.filter(({ is_missing }) => is_missing);
  const waiting = signer && describeSigner(signer, reviewing.personId);
  const isOff = isStale || vote.busy;
  return (
    <div className={`ls-grow ls-gap-8 ${classes.buttons} ${classes.bar}`}>
      {notices}
      <p className={`ls-small ls-ink-2 ${classes.line}`}>
        {waiting && <b className={waiting.tone === 'red' ? 'ls-red' : 'ls-amber'}>{waiting.text}</b>}
        {waiting && '. '}
        {note}
      </p>
      <Button
        size="lg"
        variant="default"
        className={`ls-red ${classes.reject}`}
        leftSection={<IconReject size={16} aria-hidden />}
        disabled={isOff}
        onClick={onReject}
      >
        Reject
      </Button>
      <Button
        size="lg"
        leftSection={<IconApprove size={16} aria-hidden />}
        loading={vote.busy}
        disabled={isStale || approvable.length === 0}
        onClick={() => reviewing.cast('approve')}
      >
        {isSet ? `Approve ${approvable.length}` : 'Approve'}
      </Button>
    </div>
  );
}
