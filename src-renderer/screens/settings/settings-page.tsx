/** Settings: what belongs to this browser, and what the world and its clients are set to; a tab for each in the address. */
import { Suspense } from 'react';
import { NavLink, Outlet } from 'react-router';
import { Page, PageHeader } from '../../components/layout/page.tsx';
import { paths, type SettingsTab } from '../../paths.ts';
import classes from './settings.module.css';

const TABS: readonly { readonly tab: SettingsTab; readonly label: string }[] = [
  { tab: 'general', label: 'General' },
  { tab: 'access', label: 'Accounts & keys' },
  { tab: 'limits', label: 'Limits' },
  { tab: 'webhooks', label: 'Webhooks' },
  { tab: 'data', label: 'Data' },
];

export function SettingsPage() {
  return (
    <Page>
      <title>Settings · Ballast</title>
      <PageHeader>
        <h1>Settings</h1>
        <nav className={classes.settingsTabs} aria-label="Parts of the settings">
          {TABS.map(({ tab, label }) => (
            <NavLink key={tab} to={paths.settingsTab(tab)}>
              {label}
            </NavLink>
          ))}
        </nav>
      </PageHeader>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </Page>
  );
}
