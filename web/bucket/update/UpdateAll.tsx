import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { Tooltip } from '#web/kit/Tooltip.tsx';
import { UpdateAllDialog } from './UpdateAllDialog.tsx';
import { outdatedIn } from './updatePlan.ts';
import classes from './UpdateAll.module.css';

/** The button with how many dials have a newer version, and the dialog that takes them. */
export function UpdateAll() {
  const { entries, lookup } = useEditor();
  const [opened, open] = useState(false);
  const outdated = useMemo(() => outdatedIn(entries, lookup), [entries, lookup]);
  const none = outdated.length === 0;
  return (
    <>
      <Tooltip label="Every dial of this bucket is at its newest version." position="top" disabled={!none}>
        <Button
          variant="default"
          // Disabled for good it would take no focus, and nobody could read why.
          {...(none && { 'data-disabled': true, 'aria-disabled': true })}
          onClick={() => !none && open(true)}
        >
          Update all Dials
          {!none && <span className={`ls-ink-3 ls-medium ${classes.count}`}>{outdated.length}</span>}
        </Button>
      </Tooltip>
      <UpdateAllDialog opened={opened} outdated={outdated} onClose={() => open(false)} />
    </>
  );
}
