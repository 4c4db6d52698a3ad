/** Settings: what belongs to this browser, and what the world and its clients are set to; a tab for each in the address. */
import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { Page, PageHeader } from '../../components/layout/page.tsx';
import { ViewTabs } from '../../components/layout/view-tabs.tsx';
import { paths } from '../../paths.ts';

const TABS = [
  { to: paths.settingsTab('general'), label: 'General' },
  { to: paths.settingsTab('access'), label: 'Accounts & keys' },
  { to: paths.settingsTab('limits'), label: 'Limits' },
  { to: paths.settingsTab('webhooks'), label: 'Webhooks' },
  { to: paths.settingsTab('data'), label: 'Data' },
];

export function SettingsPage() {
  return (
    <Page>
      <title>Settings · Ballast</title>
      <PageHeader>
        <h1>Settings</h1>
        <ViewTabs label="Parts of the settings" tabs={TABS} />
      </PageHeader>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </Page>
  );
}
