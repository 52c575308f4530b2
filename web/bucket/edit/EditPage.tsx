import { Button } from '@mantine/core';
import IconAdd from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconOrdering from '@tabler/icons-react/dist/esm/icons/IconListNumbers.mjs';
import IconValues from '@tabler/icons-react/dist/esm/icons/IconTable.mjs';
import IconImpact from '@tabler/icons-react/dist/esm/icons/IconChartHistogram.mjs';
import { Activity, memo, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { overriddenKeys } from '#domain/bucket/edit.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { ComparePanel } from '#web/bucket/edit/compare/ComparePanel.tsx';
import { useCompare } from '#web/bucket/edit/compare/CompareProvider.tsx';
import { useImpact } from '#web/impact/ImpactProvider.tsx';
import { ValuesTab } from '#web/bucket/edit/values/ValuesTab.tsx';
import { OrderingTab } from '#web/bucket/edit/ordering/OrderingTab.tsx';
import { useSearchParams } from 'react-router';
import { DialPicker } from '#web/bucket/edit/picker/DialPicker.tsx';
import { TryFrame, useTryAction } from '#web/risk/TryFrame.tsx';
import { later } from '#web/base/page/later.tsx';
import { useSubject } from '#web/base/page/BackHistoryProvider.tsx';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { FilterTabs } from '#web/kit/FilterTabs.tsx';
import { THIS_PAGE, useKeys } from '#web/kit/keys.ts';
import { SearchField } from '#web/kit/SearchField.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import type { EditQuestion } from './EditDialogs.tsx';
import { EditBar } from './EditBar.tsx';
import type { Editing } from '#web/bucket/useEditing.ts';
import type { useEditView } from './useEditView.ts';
import type { Saving } from '#web/bucket/useSaving.ts';
import { addressOf, bucketAddress, bucketPath, classLabel, bucketName } from '#web/bucket/address.ts';
import type { Bucket } from '#contract/bucket.ts';
import { formatTimeOrMoment } from '#web/kit/format.ts';
import { Time } from '#web/kit/Time.tsx';
import { SheetDropLater, useSheetMenu } from '#web/sheet/useSheetMenu.tsx';
import { Card } from '#web/kit/Card.tsx';
import { scrollParent } from '#web/kit/scroll.ts';
import classes from './EditBar.module.css';
import { CopyDialog } from '#web/batch/CopyDialog.tsx';

type EditPageProps = Readonly<{
  view: ReturnType<typeof useEditView>;
  editing: Editing;
  saving: Saving;
  /** It is in review: nothing can be saved. */
  stopped: boolean;
  onAsk: (asking: EditQuestion) => void;
  onSave: () => void;
  /** Above the list: that it is stopped, and the votes and comments of the rejected draft. */
  above: ReactNode;
  notices: ReactNode;
}>;

const TryBucket = later(async () => (await import('#web/example/TryBucket.tsx')).TryBucket);

const ImpactPanel = later(async () => (await import('#web/impact/ImpactPanel.tsx')).ImpactPanel);

const PANEL = 'bucket-edit-panel';
/** Memoised: they re-render for their own data, not for every key in the search. */
const Ordering = memo(OrderingTab);
const Values = memo(ValuesTab);

export function EditPage({ view, editing, saving, stopped, onAsk, onSave, above, notices }: EditPageProps) {
  const { editor, unsaved, dials } = editing;
  const { bucket, entries } = editor;
  const compare = useCompare();
  const impact = useImpact();
  const [params, setParams] = useSearchParams();
  /** A dial to add, named by the referring page. */
  const dialToAdd = params.get('add') ?? '';
  const [picking, setPicking] = useState(dialToAdd !== '' && bucket.abilities.edit);
  const [copying, setCopying] = useState(false);
  const endPicking = () => {
    setPicking(false);
    if (dialToAdd === '') return;
    params.delete('add');
    setParams(params, { replace: true, preventScrollReset: true });
  };
  const panel = useRef<HTMLDivElement>(null);
  // Scroll to the top so that the first hit is visible.
  useEffect(() => {
    if (editor.search !== '') scrollParent(panel.current)?.scrollTo({ top: 0 });
  }, [editor.search]);
  const own = bucketAddress(addressOf(bucket));
  useSubject(bucketName(bucket), 'Edit');
  const { lookup } = editor;
  const working = useMemo(() => ({ entries, lookup, unsaved }), [entries, lookup, unsaved]);
  const overridden = entries.reduce((sum, entry) => sum + overriddenKeys(entry).length, 0);
  const tabs = [
    { value: 'ordering', label: 'Dial Ordering', count: entries.length, icon: <IconOrdering size={16} aria-hidden /> },
    { value: 'values', label: 'Dial Values', count: overridden, icon: <IconValues size={16} aria-hidden /> },
  ] as const;
  const tabLabel = view.tab === 'values' ? 'Dial Values' : 'Dial Ordering';
  return (
    <TryFrame tried={(onClose) => <TryBucket bucket={bucket} own="edit" working={working} onClose={onClose} />}>
      <AppPage
        title={classLabel(bucket.cob)}
        subtitle={bucketPath(bucket.partner, 'Edit')}
        parent={{ to: own, name: bucketName(bucket) }}
        status={<StatusChip status={bucket.header === 'draft_rejected' ? 'draft_rejected' : bucket.status} />}
        fact={<DraftFact bucket={bucket} />}
        actions={[
          useTryAction(),
          {
            label: 'Impact',
            variant: 'default',
            icon: <IconImpact size={15} aria-hidden />,
            pressed: impact.isOpen,
            onClick: impact.toggle,
          },
        ]}
        menu={[
          { label: 'Create Dial', to: '/dial', needs: { scope: 'dials', action: 'create' } },
          { label: 'Copy from another partner', onClick: () => setCopying(true), hidden: !bucket.abilities.edit },
          ...useSheetMenu({ bucket, source: 'draft', unsaved }),
          { label: `View ${bucket.partner.number}’s own bucket`, to: own },
        ]}
        tabs={
          <FilterTabs label="Parts of the bucket" tabs={tabs} value={view.tab} onChange={view.show} panelId={PANEL} />
        }
        tools={
          <>
            <SearchField label="Search the dials of this bucket" value={view.text} onChange={view.type} />
            {bucket.abilities.edit && (
              <Button
                variant="default"
                leftSection={<IconAdd size={15} aria-hidden />}
                data-track="Add Dials"
                onClick={() => setPicking(true)}
              >
                Add Dials
              </Button>
            )}
          </>
        }
        aside={
          <>
            <ImpactKey onPress={impact.toggle} />
            {compare.open && view.tab === 'ordering' && <ComparePanel />}
            {impact.isOpen && (
              <Suspense>
                <ImpactPanel />
              </Suspense>
            )}
          </>
        }
        bar={
          <div className="ls-grow">
            {/* At the foot, where they take room from below: above the list they would push it under a person's hands. */}
            <div className={`ls-scroll ${classes.notices}`}>{notices}</div>
            <EditBar
              unsaved={unsaved}
              working={saving.working}
              stopped={stopped ? BUCKET_REFUSALS.pending : undefined}
              onDiscard={() => onAsk('discard')}
              onReset={() => onAsk('reset')}
              onSave={onSave}
              onSubmit={() => onAsk('submit')}
            />
          </div>
        }
      >
        {above}
        {/* Dials may load later than the bucket, or fail; the rest of the page still works. */}
        <Loaded query={dials} title="Failed to fetch dial metadata" skeleton={<Card waiting={10} />}>
          {() => (
            <div ref={panel} id={PANEL} role="tabpanel" aria-label={tabLabel}>
              <Activity mode={view.tab === 'ordering' ? 'visible' : 'hidden'}>
                <Ordering />
              </Activity>
              <Activity mode={view.tab === 'values' ? 'visible' : 'hidden'}>
                <Values />
              </Activity>
            </div>
          )}
        </Loaded>
      </AppPage>
      <SheetDropLater bucket={bucket} />
      {copying && <CopyDialog onClose={() => setCopying(false)} />}
      {picking && <DialPicker onClose={endPicking} initialSearch={dialToAdd} />}
    </TryFrame>
  );
}

/** Pressed on the page itself, not in a field or a dialog. */
function ImpactKey({ onPress }: Readonly<{ onPress: () => void }>) {
  useKeys(THIS_PAGE, [{ keys: 'I', does: 'Impact', run: onPress }]);
  return null;
}

/** "from live v12, saved 10:58 by Demo Underwriter", or "live v12" before the first save. */
function DraftFact({ bucket: { draft, live } }: Readonly<{ bucket: Bucket }>) {
  if (draft === null) return `live v${live.number}`;
  return (
    <>
      from live v{draft.based_on}, saved <Time moment={draft.saved_at} format={formatTimeOrMoment} /> by{' '}
      {draft.saved_by.name}
    </>
  );
}
