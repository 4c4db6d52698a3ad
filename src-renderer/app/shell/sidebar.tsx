/** The sidebar with a link to each screen. Collapsed, it shows icons, with the names as tooltips. */

import { useMediaQuery } from '@mantine/hooks';
import {
  type Icon,
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
import { SCREENS, type TopScreenId } from '../../../src-server/contract/screens.ts';
import { keysOf } from '../../components/commands/key-caps.tsx';
import { Hint } from '../../components/layout/hint.tsx';
import { useLayout } from '../../state/layout-store.ts';
import classes from './app-shell.module.css';

/** The world menu leads to the worlds. */
const ICONS: Readonly<Record<Exclude<TopScreenId, 'worlds'>, Icon>> = {
  portfolios: IconBriefcase,
  rebalances: IconArrowsExchange,
  market: IconChartCandle,
  traffic: IconTransfer,
  compliance: IconShieldCheck,
  scenarios: IconListCheck,
  lab: IconFlask,
  explorer: IconBug,
  timeline: IconTimelineEvent,
  accounts: IconKey,
  settings: IconSettings,
};

const LINKS = (Object.keys(ICONS) as (keyof typeof ICONS)[]).map((id) => ({ ...SCREENS[id], Icon: ICONS[id] }));

/** As narrow as a window at 200 % zoom, where the content needs the space more than the labels. */
const NARROW = '(max-width: 960px)';

export function Sidebar() {
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  const isCollapsed = useLayout(({ layout }) => layout.isSidebarCollapsed) || isNarrow;
  return (
    <nav className={classes.sidebar} aria-label="Screens" data-collapsed={isCollapsed ? '' : undefined}>
      {LINKS.map(({ path, label, Icon }) => (
        <Hint key={path} label={label} position="right" disabled={!isCollapsed}>
          <NavLink to={path} data-last={path === SCREENS.settings.path ? '' : undefined}>
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
