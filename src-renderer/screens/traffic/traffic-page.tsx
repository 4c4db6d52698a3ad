/** Traffic: the requests between clients and the service and the faults between them, a tab for each view. */
import { Outlet } from 'react-router';
import { TabbedScreen } from '../../components/layout/tabbed-screen.tsx';
import { tabsOf } from '../../components/layout/view-tabs.tsx';

const TABS = tabsOf('traffic');

export function TrafficPage() {
  return (
    <TabbedScreen title="Traffic" label="Views of the traffic" tabs={TABS}>
      <Outlet />
    </TabbedScreen>
  );
}
