/** Traffic: what clients and the service say to each other and what is broken between them, a tab for each view of it. */
import { lazy, Suspense } from 'react';
import { Navigate, NavLink, Route, Routes } from 'react-router';
import { NoSuchPage } from '../../components/feedback/no-such-page.tsx';
import { RequestsPage } from './requests/requests-page.tsx';
import '../../components/layout/inspector.css';
import './traffic.css';

const TracePage = lazy(() => import('./trace/trace-page.tsx').then((m) => ({ default: m.TracePage })));
const WebhooksPage = lazy(() => import('./webhooks/webhooks-page.tsx').then((m) => ({ default: m.WebhooksPage })));
const WireFaultsPage = lazy(() => import('./faults/wire-faults-page.tsx').then((m) => ({ default: m.WireFaultsPage })));
const SinksPage = lazy(() => import('./sinks/sinks-page.tsx').then((m) => ({ default: m.SinksPage })));
const SignaturePage = lazy(() => import('./signature/signature-page.tsx').then((m) => ({ default: m.SignaturePage })));

const TABS = [
  { to: '/traffic/requests', label: 'Requests' },
  { to: '/traffic/webhooks', label: 'Webhooks' },
  { to: '/traffic/faults', label: 'Faults' },
  { to: '/traffic/sinks', label: 'Sinks' },
  { to: '/traffic/signature', label: 'Signature' },
];

export function TrafficPage() {
  return (
    <div className="traffic">
      <nav className="traffic-tabs" aria-label="Views of the traffic">
        {TABS.map(({ to, label }) => (
          <NavLink key={to} to={to}>
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="traffic-view">
        <Suspense fallback={null}>
          <Views />
        </Suspense>
      </div>
    </div>
  );
}

function Views() {
  return (
    <Routes>
      <Route index element={<Navigate to="/traffic/requests" replace />} />
      <Route path="requests" element={<RequestsPage />} />
      <Route path="requests/:requestId" element={<RequestsPage />} />
      <Route path="trace/:traceId" element={<TracePage />} />
      <Route path="webhooks" element={<WebhooksPage />} />
      <Route path="webhooks/deliveries/:deliveryId" element={<WebhooksPage />} />
      <Route path="faults" element={<WireFaultsPage />} />
      <Route path="faults/:faultId" element={<WireFaultsPage />} />
      <Route path="sinks" element={<SinksPage />} />
      <Route path="sinks/:name" element={<SinksPage />} />
      <Route path="signature" element={<SignaturePage />} />
      <Route path="*" element={<NoSuchPage />} />
    </Routes>
  );
}
