/** The parts of the scenarios screen: the library, the recordings and the comparison of runs, a tab for each. */
import { Outlet } from 'react-router';
import { TabbedScreen } from '../../components/layout/tabbed-screen.tsx';
import { tabsOf } from '../../components/layout/view-tabs.tsx';
import { paths } from '../../paths.ts';

const TABS = [{ to: paths.scenarios, label: 'Library', end: true }, ...tabsOf('scenarios')];

export function ScenarioSection() {
  return (
    <TabbedScreen title="Scenarios" label="Views of the scenarios" tabs={TABS}>
      <Outlet />
    </TabbedScreen>
  );
}
