/**
 * Handles files that are dropped anywhere on the app: opens the import of prices or of portfolios, depending on the
 * files, and explains how to change it. Without it, a browser would leave the app and show the file.
 */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { showFailure } from '../../components/feedback/show-failure.ts';
import { LazyImportDialog } from '../../components/imports/lazy-import-dialog.tsx';
import { useOverlay } from '../../state/overlay-store.ts';

type Kind = 'prices' | 'portfolios';

interface Dropped {
  readonly files: readonly File[];
  readonly kind: Kind;
}

const OTHER: Readonly<Record<Kind, Kind>> = { prices: 'portfolios', portfolios: 'prices' };

const loadKindOf = () => import('../../components/imports/kind-of-files.ts').then(({ kindOfFiles }) => kindOfFiles);

export function DroppedFiles() {
  const [dropped, setDropped] = useState<Dropped | null>(null);
  useEffect(() => {
    const take = (files: readonly File[]) =>
      loadKindOf()
        .then((kindOfFiles) => kindOfFiles(files))
        .then((kind) => setDropped({ files, kind }))
        .catch((error: unknown) => showFailure('Loading the dropped files', error));
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      // A file field handles its own drops.
      if (files.length === 0 || event.defaultPrevented || isFileField(event.target)) return;
      event.preventDefault();
      if (!isDialogOpen()) void take(files);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, []);
  if (dropped === null) return null;
  const { kind, files } = dropped;
  return (
    <LazyImportDialog
      key={kind}
      kind={kind}
      chosen={files}
      side={
        <Button variant="default" onClick={() => setDropped({ files, kind: OTHER[kind] })}>
          Import them as {OTHER[kind]}
        </Button>
      }
      onClose={() => setDropped(null)}
    />
  );
}

function isFileField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'file';
}

/** An open dialog has its own purpose, and may take files itself. */
function isDialogOpen(): boolean {
  return useOverlay.getState().open !== null || document.querySelector('[role=dialog]') !== null;
}
