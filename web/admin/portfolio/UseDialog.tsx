import type { Portfolio } from '#contract/portfolio.ts';
import { applyPortfolios, refreshPortfolios } from '#web/admin/query.ts';
import { useApi } from '#web/api/client.tsx';
import { useChange } from '#web/frame/useChange.ts';
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx';
import { useFocusBack } from '#web/kit/focus.ts';

type UseDialogProps = Readonly<{ portfolio: Portfolio; onClose: () => void }>;

export function UseDialog({ portfolio: { id, name, revision }, onClose }: UseDialogProps) {
  const api = useApi();
  useFocusBack(true);
  const using = useChange({
    send: () => api.setUsedPortfolio({ params: { portfolioId: id } }, { ifMatch: revision }),
    done: 'Portfolio successfully used for Impact',
    failed: 'Failed to use portfolio',
    apply: applyPortfolios,
    onDone: onClose,
    onFailed: (queries) => void refreshPortfolios(queries),
  });
  return (
    <ConfirmDialog
      question={`Use ${name} for Impact?`}
      consequence="Drafts are measured against it from now on. Reviews keep what they were measured against."
      confirmLabel="Use for Impact"
      change={using}
      onCancel={onClose}
    />
  );
}
