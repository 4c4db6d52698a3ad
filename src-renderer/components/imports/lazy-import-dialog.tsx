/** The dialog that imports files, loaded when it is first opened, so that the first screen does not wait for it. */
import { type ComponentProps, lazy, Suspense } from 'react';
import type { ImportDialog } from './import-dialog.tsx';

const Loaded = lazy(() => import('./import-dialog.tsx').then((module) => ({ default: module.ImportDialog })));

export function LazyImportDialog(props: ComponentProps<typeof ImportDialog>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
