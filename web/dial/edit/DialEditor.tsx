import { useHotkeys } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { AppPage } from '#web/frame/AppPage.tsx';
import { useBackHistory } from '#web/frame/BackHistoryProvider.tsx';
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { DiscardDialog } from '#web/dial/DiscardDialog.tsx';
import { AppliesWhen } from './AppliesWhen.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import type { Opened } from './draft.query.ts';
import { EditorContext, fieldId } from './editor.ts';
import { headerActions, headerMenu, headerPath, SavedFact } from './header.tsx';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { DIALS } from './OpeningStates.tsx';
import { publishConsequence } from './publishConsequence.ts';
import { StepBar } from './StepBar.tsx';
import { StepList } from './StepList.tsx';
import { addressOf, stepOfAddress, type Step } from './steps.ts';
import { useEditorState } from './useEditorState.ts';
import { useSaving } from './useSaving.ts';
import classes from './DialEditor.module.css';

type DialEditorProps = Readonly<{ opened: Opened | undefined; onCreated: (opened: Opened) => void }>;

export function DialEditor({ opened, onCreated }: DialEditorProps) {
  const state = useEditorState(opened);
  const { editor, validate } = state;
  const saving = useSaving(state);
  const [asking, setAsking] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { dial } = editor;
  useNamedVisit(dial?.data.name);
  const top = useTopOfStep(pathname);

  /** A new dial moves to the draft's own address; going back must not lead to the empty form again. */
  const save = async (then: Step = stepOfAddress(pathname)) => {
    const saved = await saving.save();
    if (saved === undefined || dial !== undefined) return;
    onCreated(saved);
    await navigate({ pathname: addressOf(saved.dial.id, then), search }, { replace: true });
    // The button that was pressed is gone with the new dial.
    if (document.activeElement === document.body) document.getElementById(fieldId('name'))?.focus();
  };
  const publish = async () => {
    const id = dial?.id;
    const published = await saving.publish();
    setAsking(false);
    if (published && id !== undefined) void navigate(`/dials/${id}`);
  };
  useHotkeys([['mod+S', () => void save()]], []);

  return (
    <EditorContext value={editor}>
      <AppPage
        title={dial?.data.name ?? 'Create Dial'}
        subtitle={headerPath(dial)}
        parent={DIALS}
        {...(dial && { status: <StatusChip status="draft" />, fact: <SavedFact /> })}
        actions={headerActions({
          dial,
          working: asking ? undefined : saving.working,
          onSave: () => void save(),
          onPublish: () => void validate().then((valid) => valid && setAsking(true)),
        })}
        menu={headerMenu(dial, () => setDiscarding(true))}
        bar={<StepBar onCreate={(next) => void save(next)} />}
      >
        <div className={classes.columns} ref={top}>
          <StepList />
          <div className={classes.content}>
            {saving.failure && (
              <div className={classes.failure}>
                <ErrorState
                  title={saving.failure.title}
                  detail={saving.failure.detail}
                  reference={saving.failure.reference}
                  onRetry={() => void (saving.failure?.work === 'publishing' ? publish() : save())}
                />
              </div>
            )}
            <Outlet />
          </div>
          <AppliesWhen />
        </div>
      </AppPage>
      <LeaveQuestion />
      <ConfirmDialog
        opened={asking && saving.conflict === undefined}
        question="Do you want to publish this Dial?"
        consequence={dial && publishConsequence(dial)}
        confirmLabel="Publish Dial"
        cancelLabel="Continue Editing"
        confirming={saving.working !== undefined}
        onConfirm={() => void publish()}
        onCancel={() => setAsking(false)}
      />
      {discarding && dial && (
        <DiscardDialog dial={dial} onClose={() => setDiscarding(false)} onDiscarded={editor.store.giveUp} />
      )}
      {saving.conflict && dial && <ConflictDialog base={dial} saving={saving} {...saving.conflict} />}
    </EditorContext>
  );
}

/** "Back to Cyber excess" is more than "Back to Dimensions". Every step is a visit of its own. */
function useNamedVisit(name: string | undefined): void {
  const { rename } = useBackHistory();
  const location = useLocation();
  useEffect(() => {
    if (name && location) rename(name);
  }, [rename, name, location]);
}

/** A step starts at its top; the page's body is what scrolls. */
function useTopOfStep(pathname: string) {
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current !== pathname) content.current?.parentElement?.scrollTo({ top: 0 });
    shown.current = pathname;
  }, [pathname]);
  return content;
}
