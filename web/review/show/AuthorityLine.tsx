import IconAuthority from '@tabler/icons-react/dist/esm/icons/IconShield.mjs';
import IconSigned from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import type { ShownSigner } from '#contract/authority.ts';
import type { ReviewRound } from '#contract/review.ts';
import { numberWord } from '#domain/review/round.ts';
import { describeDeputies, describeSigner, explainNobody, joinNames } from '#web/review/signers.ts';

type AuthorityLineProps = Readonly<{
  signer: ShownSigner;
  round: Pick<ReviewRound, 'authors' | 'required'>;
  personId: string;
  /** Whether the round takes votes. */
  isOpen: boolean;
}>;

type AuthorityLinesProps = Readonly<{ round: ReviewRound; personId: string; isOpen: boolean }>;

/** Who must be among the approvers of a round, and what was above a limit before and asks for nobody. */
export function AuthorityLines({ round, personId, isOpen }: AuthorityLinesProps) {
  return (
    <>
      {round.outcome !== 'cancelled' &&
        round.signers.map((signer) => (
          <AuthorityLine key={signer.rule} signer={signer} round={round} personId={personId} isOpen={isOpen} />
        ))}
      {round.above_before.map((text) => (
        <p key={text} className="ls-small ls-ink-3 ls-above-12 ls-break">
          No signer is asked: {text}.
        </p>
      ))}
    </>
  );
}

/** Who must be among the approvers, why, and whom the round waits for. */
function AuthorityLine({ signer, round, personId, isOpen }: AuthorityLineProps) {
  const { people, reasons, is_missing } = signer;
  const [first, ...others] = reasons;
  const { tone, text } = describeSigner(signer, personId);
  const Icon = is_missing ? IconAuthority : IconSigned;
  const isWaiting = isOpen && is_missing;
  return (
    <div className="ls-row ls-top ls-above-12">
      <Icon
        size={16}
        stroke={1.75}
        aria-hidden
        className={`ls-above-2 ${is_missing ? (tone === 'red' && isOpen ? 'ls-red' : 'ls-amber') : 'ls-green'}`}
      />
      <div className="ls-grid ls-gap-4 ls-grow ls-break">
        <p>
          One of the {numberWord(round.required).toLowerCase()} must be <b>{joinNames(people)}</b>: {first?.text}
        </p>
        {others.map((reason) => (
          <p key={reason.text} className="ls-small ls-ink-3">
            Also: {reason.text}
          </p>
        ))}
        {isWaiting && tone === 'red' && (
          <div className="ls-notice ls-small" data-tone="red">
            <p className="ls-bold">{text}</p>
            <p>{explainNobody(signer, round.authors)}</p>
          </div>
        )}
        {isWaiting && tone === 'amber' && (
          <p>
            <span className="ls-chip ls-full ls-clip ls-semi" data-tone="amber">
              {text}
            </span>
          </p>
        )}
        {isWaiting &&
          describeDeputies(signer).map((line) => (
            <p key={line} className="ls-small ls-ink-3">
              {line}
            </p>
          ))}
      </div>
    </div>
  );
}
