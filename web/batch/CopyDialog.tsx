import { Button, Select } from '@mantine/core';
import { skipToken } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { changeKey, singleChanges, takeChanges } from '#domain/bucket/copy.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { partnerText } from '#web/bucket/address.ts';
import { useEditor } from '#web/bucket/editor.ts';
import { useBucketDials } from '#web/bucket/query.ts';
import { ListDifference } from '#web/change/ListDifference.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { DialogFrame } from '#web/kit/Dialog.tsx';
import { plural } from '#web/kit/plural.ts';
import { toggled } from '#web/kit/toggled.ts';

type CopyDialogProps = Readonly<{ onClose: () => void }>;

/** Copies another partner's live bucket of the same class into the working copy, whole or change by change. */
export function CopyDialog({ onClose }: CopyDialogProps) {
  return (
    <DialogFrame title="Copy from another partner" size={980} onClose={onClose}>
      <Choosing onClose={onClose} />
    </DialogFrame>
  );
}

function Choosing({ onClose }: CopyDialogProps) {
  const { bucket } = useEditor();
  const [chosen, choose] = useState<number>();
  const matrix = useApiQuery('getBucketMatrix', {});
  const theirs = useApiQuery(
    'getBucket',
    chosen === undefined ? skipToken : { params: { partner: chosen, cob: bucket.cob } },
  );
  const holding = new Set(matrix.data?.cells.filter(({ cob }) => cob === bucket.cob).map(({ partner }) => partner));
  const partners = matrix.data?.partners.filter(
    ({ number }) => holding.has(number) && number !== bucket.partner.number,
  );
  const isNone = partners?.length === 0;
  return (
    <>
      <Loaded query={matrix} title="Error fetching Partners" />
      <Select
        label="Partner"
        placeholder="Select Partner"
        description={isNone ? 'No other partner has a bucket of this class.' : 'Their live bucket of the same class.'}
        data={partners?.map((partner) => ({ value: String(partner.number), label: partnerText(partner) })) ?? []}
        disabled={partners === undefined || isNone}
        value={chosen === undefined ? null : String(chosen)}
        onChange={(value) => choose(value === null ? undefined : Number(value))}
        searchable
        allowDeselect={false}
        maw={360}
        className="ls-below-16"
        data-autofocus
      />
      {chosen !== undefined && (
        <Loaded query={theirs} skeleton={8}>
          {(data) => <Taking key={data.partner.number} theirs={data} onClose={onClose} />}
        </Loaded>
      )}
      {theirs.data === undefined && (
        <div className="ls-dialog-foot">
          <Button variant="default" onClick={onClose}>
            Keep as it is
          </Button>
        </div>
      )}
    </>
  );
}

type TakingProps = Readonly<{ theirs: Bucket; onClose: () => void }>;

/** All changes are selected at first. Copying saves nothing and is one undo step. */
function Taking({ theirs, onClose }: TakingProps) {
  const { entries: mine, change } = useEditor();
  const { live, draft, partner } = theirs;
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const dials = useBucketDials(useMemo(() => [...mine, ...live.entries], [mine, live]));
  const all = useMemo(() => singleChanges(mine, live.entries), [mine, live]);
  const selected = all.filter((one) => !excluded.has(changeKey(one)));
  const copy = () => {
    const next = takeChanges(mine, live.entries, (one) => !excluded.has(changeKey(one)));
    onClose();
    change(next, `Copied ${plural(selected.length, 'change')} from ${partnerText(partner)}`);
  };
  const picking = {
    isPicked: (key: string) => !excluded.has(key),
    onPick: (key: string) => setExcluded((before) => toggled(before, key)),
  };
  return (
    <>
      {draft !== null && (
        <p className="ls-ink-2 ls-below-12">
          {partnerText(partner)} has a draft too. Live v{live.number} is what is copied.
        </p>
      )}
      <Loaded query={dials} title="Failed to fetch dial metadata" skeleton={8}>
        {() => (
          <ListDifference
            before={mine}
            after={live.entries}
            lookup={dials.lookup}
            note={`from your list to live v${live.number} of ${partnerText(partner)}`}
            same={`Your list is the same as live v${live.number} of ${partnerText(partner)}.`}
            picking={picking}
          />
        )}
      </Loaded>
      <div className="ls-dialog-foot">
        {all.length > 1 && (
          <button
            type="button"
            className="ls-link"
            onClick={() => setExcluded(new Set(excluded.size === 0 ? all.map(changeKey) : []))}
          >
            {excluded.size === 0 ? 'Leave all out' : `Take all ${all.length}`}
          </button>
        )}
        <Button variant="default" className="ls-push" onClick={onClose}>
          Keep as it is
        </Button>
        <Button
          disabled={selected.length === 0 || dials.isLoading}
          data-track="Copy from another partner"
          onClick={copy}
        >
          {selected.length === all.length ? 'Copy all' : 'Copy'} {plural(selected.length, 'change')}
        </Button>
      </div>
    </>
  );
}
