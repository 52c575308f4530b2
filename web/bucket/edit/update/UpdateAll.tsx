import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useEditor } from '#web/bucket/editor.ts';
import { Tooltip } from '#web/kit/Tooltip.tsx';
import { UpdateAllDialog } from './UpdateDialog.tsx';
import { outdatedIn } from './outdated.ts';

/** The button with the number of outdated dials, and the dialog that updates them. */
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
          rightSection={!none && <span className="ls-ink-3 ls-medium">{outdated.length}</span>}
          // A disabled button takes no focus, so nobody could read why.
          {...(none && { 'data-disabled': true, 'aria-disabled': true })}
          onClick={() => !none && open(true)}
        >
          Update all Dials
        </Button>
      </Tooltip>
      {opened && <UpdateAllDialog outdated={outdated} onClose={() => open(false)} />}
    </>
  );
}
