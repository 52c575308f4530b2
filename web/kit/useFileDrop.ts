import { useEffect, useState } from 'react';
import { isInDialog } from './focus.ts';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Drops of a file anywhere on the page. An unwanted one is ignored: the browser would open it. Returns whether a file
 * is over the page.
 */
export function useFileDrop(isWanted: boolean, onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      const isAccepted = isWanted && !isInDialog(event.target);
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
      if (file && isWanted && !isInDialog(event.target)) onFile(file);
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('dragleave', onDragLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [isWanted, onFile]);
  return isOver;
}
