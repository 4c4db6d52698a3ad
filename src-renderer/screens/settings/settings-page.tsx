/** Settings: those of the app's user, and those of the world and its clients; a tab for each in the address. */
import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { Page } from '../../components/layout/page.tsx';
import { TabbedScreen } from '../../components/layout/tabbed-screen.tsx';
import { tabsOf } from '../../components/layout/view-tabs.tsx';

const TABS = tabsOf('settings');

export function SettingsPage() {
  return (
    <TabbedScreen title="Settings" label="Parts of the settings" tabs={TABS}>
      <Page isNarrow>
        <title>Settings · Ballast</title>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </Page>
    </TabbedScreen>
  );
}
