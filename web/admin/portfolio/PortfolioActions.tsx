import { Button } from '@mantine/core';
import type { Portfolio } from '#contract/portfolio.ts';
import { RenameForm } from '#web/admin/RenameForm.tsx';
import { applyPortfolios, refreshPortfolios } from '#web/admin/query.ts';
import { useApi } from '#web/base/api/client.tsx';
import { ConfirmChange } from '#web/base/page/useConfirm.tsx';
import { useReturnFocus } from '#web/kit/focus.ts';
import { useMay } from '#web/base/session/session.tsx';
import classes from './Portfolio.module.css';

/** The action being performed on a portfolio. */
export type PortfolioAction = 'renaming' | 'deleting' | undefined;

type ActionsProps = Readonly<{
  portfolio: Portfolio;
  doing: PortfolioAction;
  onUse: (portfolio: Portfolio) => void;
  onDo: (doing: PortfolioAction) => void;
}>;

/** The actions on a portfolio, by permission. */
export function PortfolioActions({ portfolio, doing, onUse, onDo }: ActionsProps) {
  const may = useMay();
  const mayEdit = may({ scope: 'admin', action: 'edit' });
  const mayDelete = may({ scope: 'admin', action: 'delete' });
  const renaming = doing === 'renaming';
  const opener = useReturnFocus<HTMLButtonElement>(renaming);
  if (!mayEdit && !mayDelete) return null;
  return (
    <div className={`ls-row ls-fixed ls-rule ${classes.drawerFoot}`}>
      {renaming ? (
        <Rename portfolio={portfolio} onEnd={() => onDo(undefined)} />
      ) : (
        <>
          {mayDelete && (
            <Button variant="subtle" color="red" onClick={() => onDo('deleting')}>
              Delete
            </Button>
          )}
          <span className="ls-push" />
          {mayEdit && (
            <Button ref={opener} variant="default" onClick={() => onDo('renaming')}>
              Rename
            </Button>
          )}
          {mayEdit && !portfolio.is_used && (
            <Button variant="default" onClick={() => onUse(portfolio)}>
              Use for Impact
            </Button>
          )}
        </>
      )}
    </div>
  );
}

type RenameProps = Readonly<{ portfolio: Portfolio; onEnd: () => void }>;

function Rename({ portfolio: { id, name, revision }, onEnd }: RenameProps) {
  const api = useApi();
  return (
    <RenameForm
      label="Name of the portfolio"
      name={name}
      change={{
        send: (newName) =>
          api.renamePortfolio({ params: { portfolioId: id }, body: { name: newName } }, { ifMatch: revision }),
        done: 'Portfolio successfully renamed',
        failed: 'Failed to rename portfolio',
        apply: applyPortfolios,
        onFailed: (queries, { stale }) => void (stale && refreshPortfolios(queries)),
      }}
      onEnd={onEnd}
    />
  );
}

type DeleteDialogProps = Readonly<{ portfolio: Portfolio; onClose: () => void; onDone: () => void }>;

export function DeleteDialog({ portfolio: { id, name, revision }, onClose, onDone }: DeleteDialogProps) {
  const api = useApi();
  return (
    <ConfirmChange
      title={`Delete ${name}?`}
      text="Its risks are deleted permanently. Reviews keep their results."
      submit="Delete"
      danger
      onClose={onClose}
      change={{
        send: () => api.deletePortfolio({ params: { portfolioId: id } }, { ifMatch: revision }),
        done: 'Portfolio successfully deleted',
        failed: 'Failed to delete portfolio',
        apply: applyPortfolios,
        onDone,
        onFailed: (queries, { stale }) => void (stale && refreshPortfolios(queries)),
      }}
    />
  );
}
