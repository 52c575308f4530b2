import IconAdd from '@tabler/icons-react/dist/esm/icons/IconStackPush.mjs';
import IconRemove from '@tabler/icons-react/dist/esm/icons/IconStackPop.mjs';
import IconDiscard from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconDuplicate from '@tabler/icons-react/dist/esm/icons/IconCopyPlus.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconView from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconEdit from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconDelete from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Dial } from '#contract/dial.ts';
import { useApi } from '#web/base/api/client.tsx';
import { queriesOf } from '#web/base/api/nouns.ts';
import { aboutDial, refreshDial, refreshDials } from '#web/dial/query.ts';
import { DiscardDialog } from '#web/dial/DiscardDialog.tsx';
import { useTryAction } from '#web/risk/TryFrame.tsx';
import type { AppPageProps } from '#web/base/page/AppPage.tsx';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { useConfirm } from '#web/base/page/useConfirm.tsx';
import { useFits } from '#web/base/page/useFits.ts';
import { download } from '#web/kit/download.ts';
import { copyText } from '#web/kit/copyText.ts';
import { dialFileName, dialText, newestPublished } from './detailsAddress.ts';

type DialActions = Required<Pick<AppPageProps, 'actions' | 'menu'>>;

const icon = { size: 16, 'aria-hidden': true } as const;

/** The actions on the dial, by the abilities the server grants. */
export function useDialActions(dial: Dial): DialActions {
  const discard = useDialog((close) => <DiscardDialog dial={dial} onClose={close} />);
  const remove = useDelete(dial);
  const duplicate = useDuplicate(dial.id);
  const fits = useFits();
  const { abilities, version, data, bucket_count } = dial;
  const newest = newestPublished(dial)?.version;

  return {
    actions: [
      useTryAction(),
      {
        label: 'Edit Dial',
        to: `/dial/${dial.id}`,
        variant: 'filled',
        icon: <IconEdit size={15} aria-hidden />,
        hidden: !abilities.edit,
        // Without these parameters the link would lead home.
        needs: { scope: 'dials', action: 'create' },
      },
    ],
    menu: [
      {
        label: 'View Dial',
        to: `/dials/${dial.id}`,
        icon: <IconView {...icon} />,
        hidden: newest === undefined || newest === version,
      },
      {
        label: 'Copy to Clipboard',
        icon: <IconCopy {...icon} />,
        onClick: () => void copyText(dialText(dial), 'Dial copied to clipboard', 'Failed to copy dial'),
      },
      {
        label: 'Download as JSON',
        icon: <IconDownload {...icon} />,
        onClick: () => download(dialFileName(data.name, version), dialText(dial), 'application/json'),
      },
      {
        label: 'Duplicate Dial',
        icon: <IconDuplicate {...icon} />,
        onClick: () => void duplicate.run(),
        disabled: duplicate.busy,
        // It opens the copy for editing.
        hidden: !abilities.duplicate || !fits('/dial'),
      },
      {
        label: 'Add to buckets',
        to: `/dials/${dial.id}/buckets/add`,
        icon: <IconAdd {...icon} />,
        needs: { scope: 'bucket', action: 'edit' },
        hidden: newest === undefined,
      },
      {
        label: 'Remove from buckets',
        to: `/dials/${dial.id}/buckets/remove`,
        icon: <IconRemove {...icon} />,
        needs: { scope: 'bucket', action: 'edit' },
        hidden: newest === undefined || bucket_count === 0,
      },
      {
        label: 'Discard draft',
        icon: <IconDiscard {...icon} />,
        onClick: discard,
        hidden: !abilities.discard,
      },
      {
        label: 'Delete Dial',
        icon: <IconDelete {...icon} />,
        danger: true,
        onClick: remove,
        needs: { scope: 'dials', action: 'delete' },
        disabled: !abilities.delete,
        ...(bucket_count > 0 && { disabledReason: 'in use' }),
      },
    ],
  };
}

function useDuplicate(dialId: string) {
  const api = useApi();
  const navigate = useNavigate();
  return useChange({
    send: () => api.duplicateDial({ params: { dialId } }),
    done: 'Dial successfully duplicated',
    failed: 'Failed to duplicate dial',
    apply: refreshDials,
    onDone: (draft) => navigate(`/dial/${draft.id}`),
  });
}

/** Asks, deletes, and shows the server's reason if it is refused: it names the buckets that use it. */
function useDelete(dial: Dial) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useConfirm({
    title: 'Do you want to delete this Dial?',
    text: `${dial.data.name} leaves the list and can no longer be put into a bucket. Its history is kept.`,
    submit: 'Delete Dial',
    keep: 'Keep Dial',
    danger: true,
    change: {
      send: () => api.deleteDial({ params: { dialId: dial.id } }, { ifMatch: dial.revision }),
      done: 'Dial successfully deleted',
      failed: 'Failed to delete dial',
      onDone: async () => {
        await navigate('/dials', { replace: true });
        queries.removeQueries(queriesOf(aboutDial(dial.id)));
        await refreshDials(queries);
      },
      onFailed: () => refreshDial(queries, dial.id),
    },
  });
}
