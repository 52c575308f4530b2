import IconDiscard from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { describeGaps } from '#domain/dial/check.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { diffDials } from '#domain/dial/diff.ts';
import { describeSameEffect, describeStayingVersions } from '#domain/dial/use.ts';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { useSubject } from '#web/base/page/BackHistoryProvider.tsx';
import { describeLeaving, RestoreNotice } from '#web/base/page/RestoreNotice.tsx';
import { LeaveDialog } from '#web/base/page/LeaveDialog.tsx';
import { useLeaveGuard } from '#web/base/page/useLeaveGuard.ts';
import { ConfirmDialog } from '#web/kit/Dialog.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { formatTimeOrMoment } from '#web/kit/format.ts';
import { THIS_PAGE, useKeys } from '#web/kit/keys.ts';
import type { HeaderAction } from '#web/kit/PageHeader.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { Time } from '#web/kit/Time.tsx';
import { DiscardDialog } from '#web/dial/DiscardDialog.tsx';
import { AppliesWhen } from './AppliesWhen.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import type { FormSource } from './draft.ts';
import { EditorContext, findField, useDraft, useEditor, useNewEditor, useSnapshot } from './editor.ts';
import { changedFields, useUnsavedDial } from './unsavedDial.ts';
import { StepBar, StepList } from './StepList.tsx';
import { addressOf, stepOfAddress, type Step } from './steps.ts';
import { useSaving } from './useSaving.ts';
import classes from './DialEditor.module.css';

export const DIALS = { to: '/dials', name: 'Dials' } as const;

type DialEditorProps = Readonly<{ opened: FormSource | undefined; onCreated: (opened: FormSource) => void }>;

export function DialEditor({ opened, onCreated }: DialEditorProps) {
  const editor = useNewEditor(opened);
  const base = useSnapshot(editor.store, (snapshot) => snapshot.base);
  const saving = useSaving(editor);
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const dial = base?.dial;
  const discard = useDialog(
    (close) => dial && <DiscardDialog dial={dial} onClose={close} onDiscarded={editor.store.markDiscarded} />,
  );
  // The dial's own page has the bare name as its title.
  useSubject(dial?.data.name ?? 'Create Dial', dial && 'Edit');
  const top = useTopOfStep(pathname);
  useNameFirst(dial === undefined);

  /** Moves a new dial to the draft's URL; Back must not lead to the empty form again. */
  const save = async (then: Step = stepOfAddress(pathname)) => {
    const saved = await saving.save();
    if (saved === undefined || dial !== undefined) return;
    onCreated(saved);
    await navigate({ pathname: addressOf(saved.dial.id, then), search }, { replace: true });
    // The pressed button is gone with the new dial.
    if (document.activeElement === document.body) findField('name')?.focus();
  };
  const publish = async () => {
    const id = dial?.id;
    const published = await saving.publish();
    setAsking(false);
    if (published && id !== undefined) void navigate(`/dials/${id}`);
  };
  useKeys(THIS_PAGE, [{ keys: 'mod+S', does: 'Save Draft', run: () => void save(), inFields: true }]);

  return (
    <EditorContext value={editor}>
      <AppPage
        title={dial?.data.name ?? 'Create Dial'}
        subtitle={[{ label: 'Dials', to: '/dials' }, { label: describeVersion(base?.version) }]}
        parent={DIALS}
        {...(dial && { status: <StatusChip status={dial.status} />, fact: <SavedFact /> })}
        actions={headerActions({
          base,
          working: asking ? undefined : saving.working,
          onSave: () => void save(),
          onPublish: () => saving.validate('publishing') && setAsking(true),
        })}
        menu={[
          {
            label: 'Discard draft',
            icon: <IconDiscard size={16} aria-hidden />,
            onClick: discard,
            hidden: dial?.abilities.discard !== true,
          },
        ]}
        bar={<StepBar onCreate={(next) => void save(next)} />}
      >
        <div className={classes.columns} ref={top}>
          <StepList />
          <div className="ls-grow">
            <RestoreOffer />
            {saving.failure && (
              <div className="ls-below-16">
                <ErrorState
                  title={saving.failure.title}
                  detail={saving.failure.detail}
                  onRetry={() => void (saving.failure?.work === 'publishing' ? publish() : save())}
                />
              </div>
            )}
            <Outlet />
          </div>
          <AppliesWhen />
        </div>
      </AppPage>
      <LeaveQuestion onSave={saving.save} />
      {asking && saving.conflict === undefined && (
        <ConfirmDialog
          title="Do you want to publish this Dial?"
          text={base && <PublishConsequence base={base} />}
          submit="Publish Dial"
          keep="Continue Editing"
          change={{ busy: saving.working !== undefined, failure: undefined }}
          onConfirm={() => void publish()}
          onClose={() => setAsking(false)}
        />
      )}
      {saving.conflict && base && <ConflictDialog base={base} saving={saving} {...saving.conflict} />}
    </EditorContext>
  );
}

function describeVersion(version: number | undefined): string {
  if (version === undefined) return 'New dial';
  if (version === 1) return 'Version 1, a first draft';
  return `Editing version ${version}, starts from v${version - 1}`;
}

type ActionsInput = Readonly<{
  base: FormSource | undefined;
  working: 'saving' | 'publishing' | undefined;
  onSave: () => void;
  onPublish: () => void;
}>;

function headerActions({ base, working, onSave, onPublish }: ActionsInput): readonly HeaderAction[] {
  const saving = working === 'saving';
  if (base === undefined) return [{ label: 'Create Dial', variant: 'filled', onClick: onSave, loading: saving }];
  const { state, abilities } = base.dial;
  return [
    { label: 'Save Draft', variant: 'default', onClick: onSave, loading: saving },
    {
      label: 'Publish Dial',
      variant: 'filled',
      onClick: onPublish,
      loading: working === 'publishing',
      // Whoever may start the next version may publish it, too.
      hidden: !abilities.publish && state === 'draft',
    },
  ];
}

/** Buckets pin a dial by version, so publishing changes nothing live by itself. */
function PublishConsequence({ base: { version, dial, previous } }: { base: FormSource }) {
  const data = useDraft((draft) => draft.data);
  const same = describeSameEffect(version, previous !== undefined && diffDials(previous, data).length === 0);
  const warnings = [...(same === undefined ? [] : [same]), ...describeGaps(data)];
  return (
    <>
      Version {version} can no longer change. {describeStayingVersions(version, dial.use)}
      {warnings.length > 0 && (
        <p className="ls-notice ls-above-12" data-tone="amber">
          {warnings.join(' ')}
        </p>
      )}
    </>
  );
}

/** "Saved 10:42", and whether there are unsaved changes. */
function SavedFact() {
  const { store } = useEditor();
  const dial = useDraft(({ base }) => base?.dial);
  const dirty = useDraft(store.isDirty);
  if (dial === undefined) return null;
  return (
    <>
      {dial.state === 'draft' ? 'Saved' : 'Published'} <Time moment={dial.saved_at} format={formatTimeOrMoment} />
      {dirty && ', with changes since'}
    </>
  );
}

/** Steps of one dial are one page. */
function LeaveQuestion({ onSave }: { onSave: () => Promise<unknown> }) {
  const { store } = useEditor();
  // A new dial gets its id with the response to its first save.
  const isHere = useCallback((pathname: string) => isStep(pathname, store.get().base?.dial.id), [store]);
  const blocker = useLeaveGuard({ isDirty: store.isDirty, isHere });
  const blocked = blocker.state === 'blocked';
  const { base, form } = store.get();
  const count = blocked ? changedFields({ base: base?.data ?? EMPTY_DIAL, form }).length : 1;
  return <LeaveDialog blocker={blocker} consequence={describeLeaving(count)} onSave={() => onSave()} />;
}

/** Unsaved work of an earlier visit. */
function RestoreOffer() {
  const { store } = useEditor();
  const { offer, done } = useUnsavedDial(store);
  if (offer === undefined) return null;
  const { at, form, revision, version, base: data } = offer.work;
  const paths = changedFields(offer.work);
  const restore = () => {
    store.restore({ form, paths, base: { revision, version, data } });
    done(offer);
  };
  return <RestoreNotice count={paths.length} at={at} onDiscard={() => done(offer)} onRestore={restore} />;
}

function isStep(pathname: string, id: string | undefined): boolean {
  if (id === undefined) return pathname === '/dial';
  return pathname === `/dial/${id}` || pathname.startsWith(`/dial/${id}/`);
}

/** A new dial begins with its name. */
function useNameFirst(isNew: boolean): void {
  const began = useRef(false);
  useEffect(() => {
    if (isNew && !began.current) findField('name')?.focus();
    began.current = true;
  }, [isNew]);
}

/** Scrolls to the top of a step; the page's body is what scrolls. */
function useTopOfStep(pathname: string) {
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current !== pathname) content.current?.parentElement?.scrollTo({ top: 0 });
    shown.current = pathname;
  }, [pathname]);
  return content;
}
