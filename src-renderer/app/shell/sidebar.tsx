/** The sidebar with a link to each screen. Collapsed, it shows icons, with the names as tooltips. */

import { useMediaQuery } from '@mantine/hooks';
import {
  IconArrowsExchange,
  IconBriefcase,
  IconBug,
  IconChartCandle,
  IconFlask,
  IconKey,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconListCheck,
  IconSettings,
  IconShieldCheck,
  IconTimelineEvent,
  IconTransfer,
} from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { keysOf } from '../../components/commands/key-caps.tsx';
import { Hint } from '../../components/layout/hint.tsx';
import { paths } from '../../paths.ts';
import { useLayout } from '../../state/layout-store.ts';
import classes from './app-shell.module.css';

const SCREENS = [
  { to: paths.portfolios, label: 'Portfolios', Icon: IconBriefcase },
  { to: paths.rebalances, label: 'Rebalances', Icon: IconArrowsExchange },
  { to: paths.market, label: 'Market', Icon: IconChartCandle },
  { to: paths.traffic, label: 'Traffic', Icon: IconTransfer },
  { to: paths.compliance(), label: 'Compliance', Icon: IconShieldCheck },
  { to: paths.scenarios, label: 'Scenarios', Icon: IconListCheck },
  { to: paths.lab, label: 'Lab', Icon: IconFlask },
  { to: paths.explorer, label: 'Explorer', Icon: IconBug },
  { to: paths.timeline, label: 'Timeline', Icon: IconTimelineEvent },
  { to: paths.accounts, label: 'Accounts', Icon: IconKey },
  { to: paths.settings, label: 'Settings', Icon: IconSettings },
];

/** As narrow as a window at 200 % zoom, where the content needs the space more than the labels. */
const NARROW = '(max-width: 960px)';

export function Sidebar() {
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  const isCollapsed = useLayout(({ layout }) => layout.isSidebarCollapsed) || isNarrow;
  return (
    <nav className={classes.sidebar} aria-label="Screens" data-collapsed={isCollapsed ? '' : undefined}>
      {SCREENS.map(({ to, label, Icon }) => (
        <Hint key={to} label={label} position="right" disabled={!isCollapsed}>
          <NavLink to={to} data-last={to === paths.settings ? '' : undefined}>
            <Icon size={16} aria-hidden />
            <span className={classes.sidebarLabel}>{label}</span>
          </NavLink>
        </Hint>
      ))}
      {!isNarrow && <CollapseButton isCollapsed={isCollapsed} />}
    </nav>
  );
}

function CollapseButton({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const { hint, aria } = keysOf('collapse-sidebar');
  const label = isCollapsed ? 'Expand the sidebar' : 'Collapse the sidebar';
  return (
    <Hint label={`${label}${hint}`} position="right">
      <button
        type="button"
        aria-label={label}
        aria-keyshortcuts={aria}
        onClick={() => useLayout.getState().change({ isSidebarCollapsed: !isCollapsed })}
      >
        <Icon size={16} aria-hidden />
        <span className={classes.sidebarLabel} aria-hidden>
          Collapse
        </span>
      </button>
    </Hint>
  );
}
