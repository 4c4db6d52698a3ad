/** Where the tour comes when somebody takes it; until then nothing of it is loaded. */
import { lazy, Suspense } from 'react';
import { useTour } from '../../state/tour-store.ts';

const Tour = lazy(() => import('./tour.tsx').then((m) => ({ default: m.Tour })));

export function TourHost() {
  const step = useTour((state) => state.step);
  if (step === null) return null;
  return (
    <Suspense fallback={null}>
      <Tour step={step} />
    </Suspense>
  );
}
