/** The frame around every screen. */
import { Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { stopAdvance, useClock } from '../../api/clock-api.ts';
import { desktopBridge } from '../../components/desktop/desktop-bridge.ts';
import { ActionButton } from '../../components/feedback/action-button.tsx';
import { formatInstant } from '../../components/format/format-time.ts';
import { Dimmed } from '../../components/layout/dimmed.tsx';
import { continueRunAll } from '../../components/scenarios/run-all.ts';
import { screenOf } from '../../paths.ts';
import { useAwaitedAdvance } from '../../state/awaited-advance-store.ts';
import { useTour } from '../../state/tour-store.ts';
import { Overlays } from '../commands/overlays.tsx';
import { DroppedFiles } from '../imports/dropped-files.tsx';
import { useAdvanceToast } from './advance-toast.ts';
import classes from './app-shell.module.css';
import { Banners } from './banners.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Sidebar } from './sidebar.tsx';
import { StatusBar } from './status-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** In a browser there is no desktop to link, so it is not even fetched, nor is the tour until somebody takes it. */
const DesktopLink = lazy(() => import('../desktop/desktop-link.tsx').then((m) => ({ default: m.DesktopLink })));
const Tour = lazy(() => import('../tour/tour.tsx').then((m) => ({ default: m.Tour })));

export function AppShell({ children }: { readonly children: ReactNode }) {
  useAdvanceToast();
  useEffect(() => void continueRunAll(), []);
  const { pathname } = useLocation();
  const step = useTour((tour) => tour.step);
  const bridge = desktopBridge();
  return (
    <div className={classes.shell}>
      <TopBar />
      <Sidebar />
      <main className={classes.main} tabIndex={-1}>
        <Banners />
        <ErrorBoundary key={screenOf(pathname)} address={pathname}>
          <Suspense fallback={null}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <AdvanceProgress />
      <StatusBar />
      <Overlays />
      <DroppedFiles />
      <Suspense fallback={null}>{step !== null && <Tour step={step} />}</Suspense>
      <Suspense fallback={null}>{bridge !== null && <DesktopLink bridge={bridge} />}</Suspense>
    </div>
  );
}

const ONE_LINE = { whiteSpace: 'nowrap' } as const;

function AdvanceProgress() {
  const progress = useClock().data?.progress ?? null;
  const isAwaited = useAwaitedAdvance((state) => state.advanceTo === progress?.to);
  if (progress === null) return null;
  const from = Date.parse(progress.from);
  const done = (Date.parse(progress.now) - from) / Math.max(1, Date.parse(progress.to) - from);
  return (
    <div className={classes.advance} data-advance-bar role="status">
      <Text span style={ONE_LINE}>
        {isAwaited ? <strong>Running until the rebalance is final</strong> : 'Advancing to '}
        {!isAwaited && <strong>{formatInstant(progress.to)} UTC</strong>}
      </Text>
      {/* Until a rebalance is final, the end is only the latest it may take: a share of it would mislead. */}
      <progress aria-label="Progress of the advance" {...(isAwaited ? {} : { value: done, max: 1 })} />
      <Dimmed style={ONE_LINE}>{formatInstant(progress.now)}</Dimmed>
      <ActionButton variant="default" action={{ doing: 'Stopping the advance', run: stopAdvance }}>
        Stop
      </ActionButton>
    </div>
  );
}
