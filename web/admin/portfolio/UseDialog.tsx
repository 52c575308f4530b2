import type { Portfolio } from '#contract/portfolio.ts';
import { warnOfSmaller } from '#domain/portfolio/use.ts';
import { applyPortfolios, refreshAuthority, refreshPortfolios } from '#web/admin/query.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { ConfirmDialog } from '#web/kit/Dialog.tsx';

type UseDialogProps = Readonly<{
  portfolio: Portfolio;
  /** The one in use. */
  was: Portfolio | null;
  /** A rule of authority counts its risks. */
  needsSecond: boolean;
  onClose: () => void;
}>;

/** Uses a portfolio for Impact, or proposes it where a second person has to confirm it. */
export function UseDialog({ portfolio, was, needsSecond, onClose }: UseDialogProps) {
  const { id, name, revision } = portfolio;
  const api = useApi();
  const using = useChange({
    send: () => api.setUsedPortfolio({ params: { portfolioId: id } }, { ifMatch: revision }),
    done: 'Portfolio successfully used for Impact',
    failed: 'Failed to use portfolio',
    apply: applyPortfolios,
    onDone: onClose,
    onFailed: (queries) => void refreshPortfolios(queries),
  });
  const proposing = useChange({
    send: () => api.proposeAuthority({ body: { change: { kind: 'use_portfolio', portfolio: id } } }),
    done: 'Portfolio proposed',
    failed: 'Failed to propose portfolio',
    apply: refreshAuthority,
    onDone: onClose,
    onFailed: refreshAuthority,
  });
  const change = needsSecond ? proposing : using;
  const warning = warnOfSmaller(portfolio, was);
  return (
    <ConfirmDialog
      title={needsSecond ? `Propose ${name} for Impact?` : `Use ${name} for Impact?`}
      text={
        <>
          <p>
            {needsSecond
              ? 'A rule of authority counts the risks of the portfolio: a second administrator confirms another one. Until then nothing changes.'
              : 'Drafts are measured against it from now on. Reviews keep what they were measured against.'}
          </p>
          {warning !== undefined && (
            <p className="ls-notice ls-above-8" data-tone="red">
              {warning}
            </p>
          )}
        </>
      }
      submit={needsSecond ? 'Propose' : 'Use for Impact'}
      change={change}
      onConfirm={() => void change.run()}
      onClose={onClose}
    />
  );
}
