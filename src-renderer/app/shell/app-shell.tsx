/** The frame around every screen. */

import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { desktopBridge } from '../../components/desktop/desktop-bridge.ts';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { unreadGuard } from '../../components/forms/unread-field.ts';
import { PaperNote } from '../../components/paper/paper-head.tsx';
import { continueRunAll } from '../../components/scenarios/run-all.ts';
import { screenOf } from '../../paths.ts';
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

/**
 * In a browser there is no desktop to link, so the link is not even fetched, nor is the tour until the user takes it.
 */
const DesktopLink = lazy(() => import('../desktop/desktop-link.tsx').then((m) => ({ default: m.DesktopLink })));
const loadTour = () => import('../tour/tour.tsx').then((module) => module.Tour);

export function AppShell({ children }: { readonly children: ReactNode }) {
  useAdvanceToast();
  useEffect(() => void continueRunAll(), []);
  const { pathname } = useLocation();
  const { step, end } = useTour();
  const bridge = desktopBridge();
  return (
    <div className={classes.shell} {...unreadGuard}>
      <TopBar />
      <Sidebar />
      <main className={classes.main} tabIndex={-1}>
        <Banners />
        <ErrorBoundary key={screenOf(pathname)} address={pathname}>
          <Suspense fallback={null}>{children}</Suspense>
        </ErrorBoundary>
        <PaperNote />
      </main>
      <StatusBar />
      <Overlays />
      <DroppedFiles />
      {step !== null && <Loaded load={loadTour} onClose={() => end(false)} />}
      <Suspense fallback={null}>{bridge !== null && <DesktopLink bridge={bridge} />}</Suspense>
    </div>
  );
}
