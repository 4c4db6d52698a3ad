/** Settings: what belongs to this browser, and what the world and its clients are set to; a tab for each in the address. */
import { Navigate, NavLink, Route, Routes } from 'react-router';
import { NoSuchPage } from '../../components/feedback/no-such-page.tsx';
import { AccessSettings } from './access-settings.tsx';
import { DataSettings } from './data-settings.tsx';
import { GeneralSettings } from './general-settings.tsx';
import { LimitSettings } from './limit-settings.tsx';
import { WebhookSettings } from './webhook-settings.tsx';
import './settings.css';

const TABS = [
  { path: 'general', label: 'General', Content: GeneralSettings },
  { path: 'access', label: 'Accounts & keys', Content: AccessSettings },
  { path: 'limits', label: 'Limits', Content: LimitSettings },
  { path: 'webhooks', label: 'Webhooks', Content: WebhookSettings },
  { path: 'data', label: 'Data', Content: DataSettings },
];

export function SettingsPage() {
  return (
    <div className="page">
      <title>Settings · Ballast</title>
      <div className="page-header">
        <h1>Settings</h1>
        <nav className="settings-tabs" aria-label="Parts of the settings">
          {TABS.map(({ path, label }) => (
            <NavLink key={path} to={`/settings/${path}`}>
              {label}
            </NavLink>
          ))}
        </nav>
      </div>
      <Routes>
        <Route index element={<Navigate to="/settings/general" replace />} />
        {TABS.map(({ path, Content }) => (
          <Route key={path} path={path} element={<Content />} />
        ))}
        <Route path="*" element={<NoSuchPage />} />
      </Routes>
    </div>
  );
}
