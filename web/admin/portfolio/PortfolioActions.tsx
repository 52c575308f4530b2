import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Portfolio } from '#contract/portfolio.ts';
import { applyPortfolios, refreshPortfolios } from '#web/admin/query.ts';
import { useApi } from '#web/api/client.tsx';
import { useChange } from '#web/frame/useChange.ts';
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx';
import { useFocusAtFirst, useReturnFocus } from '#web/kit/focus.ts';
import { useMay } from '#web/session/session.tsx';
import classes from './Portfolio.module.css';

/** What is being done with a portfolio, beside looking at it. */
export type Doing = 'renaming' | 'deleting' | undefined;

type ActionsProps = Readonly<{
  portfolio: Portfolio;
  doing: Doing;
  onUse: (portfolio: Portfolio) => void;
  onDo: (doing: Doing) => void;
}>;

/** What can be done with it: whoever may not, sees nothing of it. */
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

function Rename({ portfolio, onEnd }: Readonly<{ portfolio: Portfolio; onEnd: () => void }>) {
  const api = useApi();
  const [name, setName] = useState(portfolio.name);
  const field = useFocusAtFirst<HTMLInputElement>();
  const saving = useChange({
    send: () =>
      api.renamePortfolio(
        { params: { portfolioId: portfolio.id }, body: { name: name.trim() } },
        { ifMatch: portfolio.revision },
      ),
    done: 'Portfolio successfully renamed',
    failed: 'Failed to rename portfolio',
    apply: applyPortfolios,
    onDone: onEnd,
    onFailed: (queries, { stale }) => void (stale && refreshPortfolios(queries)),
  });
  const [tried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '') return;
    if (name.trim() === portfolio.name) return onEnd();
    void saving.run();
  };
  const refused = saving.failure && (saving.failure.field('name') ?? saving.failure.detail);
  return (
    <form
      className="ls-row ls-top ls-grow"
      onSubmit={submit}
      noValidate
      onKeyDown={(event) => event.key === 'Escape' && onEnd()}
    >
      <TextInput
        ref={field}
        aria-label="Name of the portfolio"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={tried && name.trim() === '' ? 'Required' : refused}
        className="ls-grow"
      />
      <Button type="submit" variant="default" loading={saving.busy}>
        Save
      </Button>
      <Button variant="subtle" color="slate" onClick={onEnd}>
        Cancel
      </Button>
    </form>
  );
}

type DeleteDialogProps = Readonly<{ portfolio: Portfolio; onClose: () => void; onDone: () => void }>;

export function DeleteDialog({ portfolio: { id, name, revision }, onClose, onDone }: DeleteDialogProps) {
  const api = useApi();
  const deleting = useChange({
    send: () => api.deletePortfolio({ params: { portfolioId: id } }, { ifMatch: revision }),
    done: 'Portfolio successfully deleted',
    failed: 'Failed to delete portfolio',
    apply: applyPortfolios,
    onDone: () => {
      onClose();
      onDone();
    },
    onFailed: (queries, { stale }) => void (stale && refreshPortfolios(queries)),
  });
  return (
    <ConfirmDialog
      opened
      question={`Delete ${name}?`}
      consequence="Its risks are gone for good. What reviews say of it stays."
      confirmLabel="Delete"
      cancelLabel="Cancel"
      danger
      confirming={deleting.busy}
      refusal={deleting.failure?.detail}
      onConfirm={() => void deleting.run()}
      onCancel={onClose}
    />
  );
}
