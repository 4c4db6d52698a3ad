/** Starts the page: theme, query cache, router and live stream around the app shell. Contains no screen of its own. */
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './theme/theme.css';
import './theme/forced-colors.css';
import './theme/paper.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { openLiveStream } from './api/live-stream.ts';
import { takePageToken } from './api/page-token.ts';
import { createQueryClient } from './api/query-client.ts';
import { windowWithDialogs } from './app/history/dialog-history.ts';
import { AppShell } from './app/shell/app-shell.tsx';
import { ErrorBoundary } from './app/shell/error-boundary.tsx';
import { MAX_MESSAGES, showLatestMessages } from './app/shell/latest-messages.ts';
import { readFirst } from './app/shell/read-first.ts';
import { takePreferences } from './app/shell/take-preferences.ts';
import { themeManager } from './app/shell/theme-manager.ts';
import { loadScreen, Screens } from './routes.tsx';
import { ownAddress, shownPath } from './state/own-world.ts';
import { cssVariables, theme } from './theme/theme.ts';

/** Mantine's dialogs are at 200: a toast must never cover a button of a dialog. */
const BELOW_DIALOGS = 199;

takePageToken();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root"');

showLatestMessages();
const queryClient = createQueryClient();
const remembered = takePreferences();
await readFirst(queryClient, openLiveStream(queryClient), loadScreen(shownPath()));
await remembered;

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={themeManager()}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>
          <BrowserRouter basename={ownAddress} window={windowWithDialogs()}>
            <Notifications position="bottom-right" limit={MAX_MESSAGES} zIndex={BELOW_DIALOGS} />
            <AppShell>
              <Screens />
            </AppShell>
          </BrowserRouter>
        </ErrorBoundary>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
