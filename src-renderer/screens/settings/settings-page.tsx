/** Settings: what belongs to this browser, and what the world and its clients are set to; a tab for each in the address. */
import { Suspense } from 'react';
import { NavLink, Outlet } from 'react-router';
import { paths, type SettingsTab } from '../../paths.ts';
import './settings.css';

const TABS: readonly { readonly tab: SettingsTab; readonly label: string }[] = [
  { tab: 'general', label: 'General' },
  { tab: 'access', label: 'Accounts & keys' },
  { tab: 'limits', label: 'Limits' },
  { tab: 'webhooks', label: 'Webhooks' },
  { tab: 'data', label: 'Data' },
];

export function SettingsPage() {
  return (
    <div className="page">
      <title>Settings · Ballast</title>
      <div className="page-header">
        <h1>Settings</h1>
        <nav className="settings-tabs" aria-label="Parts of the settings">
          {TABS.map(({ tab, label }) => (
            <NavLink key={tab} to={paths.settingsTab(tab)}>
              {label}
            </NavLink>
          ))}
        </nav>
      </div>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </div>
  );
}
