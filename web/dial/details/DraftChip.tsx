import IconDraft from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import type { Dial } from '#contract/dial.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { useMay } from '#web/session/session.tsx';
import { newestPublished, openDraft } from './detailsAddress.ts';
import classes from './DialDetails.module.css';

/** "v7 draft open", beside a published version. Who may edit goes there from here. */
export function DraftChip({ dial }: Readonly<{ dial: Dial }>) {
  const may = useMay();
  const draft = openDraft(dial);
  if (draft === undefined || newestPublished(dial) === undefined || dial.state === 'draft') return null;
  const content = (
    <>
      <IconDraft size={12} aria-hidden />v{draft.version} draft open
    </>
  );
  if (!dial.abilities.edit || !may({ scope: 'dials', action: 'create' }))
    return <span className={classes.draft}>{content}</span>;
  return (
    <PageLink to={`/dial/${dial.id}`} className={classes.draft ?? ''}>
      {content}
    </PageLink>
  );
}
