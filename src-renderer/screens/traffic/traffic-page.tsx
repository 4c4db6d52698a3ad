/** Traffic: what clients and the service say to each other and what is broken between them, a tab for each view of it. */
import { Outlet } from 'react-router';
import { TabbedScreen } from '../../components/layout/tabbed-screen.tsx';
import { paths } from '../../paths.ts';

const TABS = [
  { to: paths.requests(), label: 'Requests', also: paths.traces },
  { to: paths.webhooks(), label: 'Webhooks' },
  { to: paths.faults, label: 'Faults' },
  { to: paths.sinks, label: 'Sinks' },
  { to: paths.signature(), label: 'Signature' },
];

export function TrafficPage() {
  return (
    <TabbedScreen title="Traffic" label="Views of the traffic" tabs={TABS}>
      <Outlet />
    </TabbedScreen>
  );
}
