/** Traffic: the requests between clients and the service and the faults between them, a tab for each view. */
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
