import { useEffect, useState } from 'react';
import { isInDialog } from './focus.ts';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes a file that is dropped anywhere on the page, or in a dialog. An unwanted one is ignored: the browser would open it.
 * Returns whether a file is over the page.
 */
export function useFileDrop(
  isWanted: boolean,
  onFile: (file: File) => void,
  where: 'page' | 'dialog' = 'page',
): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const accepts = ({ target }: DragEvent) => isWanted && isInDialog(target) === (where === 'dialog');
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      const isAccepted = accepts(event);
      if (event.dataTransfer) event.dataTransfer.dropEffect = isAccepted ? 'copy' : 'none';
      setIsOver(isAccepted);
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file && accepts(event)) onFile(file);
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('dragleave', onDragLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [isWanted, onFile, where]);
  return isOver;
}
