import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import IconCompare from '@tabler/icons-react/dist/esm/icons/IconColumns2.mjs';
import { useEffect, useRef, useState } from 'react';
import { useCompare } from '#web/bucket/compare/CompareProvider.tsx';
import { comparePlace, draggedDial } from '#web/bucket/compare/dragData.ts';
import classes from './OrderingTab.module.css';

/** While the comparison is closed, a dragged dial finds the way into it here. */
export function CompareDock() {
  const dock = useRef<HTMLDivElement>(null);
  const { send } = useCompare();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const element = dock.current;
    if (element === null) return undefined;
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => draggedDial(source.data) !== undefined,
      getData: () => comparePlace(undefined),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        const id = draggedDial(source.data);
        if (id !== undefined) send(id);
      },
    });
  }, [send]);
  return (
    <div className={classes.dockPlace}>
      <div ref={dock} className={classes.dock} data-over={over || undefined}>
        <IconCompare size={18} stroke={1.75} aria-hidden />
        Drop here to compare
      </div>
    </div>
  );
}
