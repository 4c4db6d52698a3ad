/** The rail of screens. Only what exists is on it. Folded, it shows icons alone, whose names a tooltip tells. */

import { Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconArrowsExchange,
  IconBriefcase,
  IconChartCandle,
  IconKey,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconListCheck,
  IconSettings,
  IconShieldCheck,
  IconTransfer,
} from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { keysOf } from '../../components/commands/keys-of.ts';
import { paths } from '../../paths.ts';
import { useLayout } from '../../state/layout-store.ts';

const SCREENS = [
  { to: paths.portfolios, label: 'Portfolios', Icon: IconBriefcase },
  { to: paths.rebalances, label: 'Rebalances', Icon: IconArrowsExchange },
  { to: paths.market, label: 'Market', Icon: IconChartCandle },
  { to: paths.traffic, label: 'Traffic', Icon: IconTransfer },
  { to: paths.compliance(), label: 'Compliance', Icon: IconShieldCheck },
  { to: paths.scenarios, label: 'Scenarios', Icon: IconListCheck },
  { to: paths.accounts, label: 'Accounts', Icon: IconKey },
  { to: paths.settings, label: 'Settings', Icon: IconSettings },
];

/** As narrow as a window at 200 % zoom: there the content needs the room more than the labels do. */
const NARROW = '(max-width: 960px)';

export function Sidebar() {
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  const isFolded = useLayout(({ layout }) => layout.isRailFolded) || isNarrow;
  return (
    <nav className="rail" aria-label="Screens" data-folded={isFolded ? '' : undefined}>
      {SCREENS.map(({ to, label, Icon }) => (
        <Tooltip key={to} label={label} position="right" disabled={!isFolded}>
          <NavLink to={to} data-last={to === paths.settings ? '' : undefined}>
            <Icon size={16} aria-hidden />
            <span className="rail-label">{label}</span>
          </NavLink>
        </Tooltip>
      ))}
      {!isNarrow && <FoldButton isFolded={isFolded} />}
    </nav>
  );
}

function FoldButton({ isFolded }: { readonly isFolded: boolean }) {
  const Icon = isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const { hint, aria } = keysOf('fold-rail');
  const label = isFolded ? 'Unfold the rail' : 'Fold the rail';
  return (
    <Tooltip label={`${label}${hint}`} position="right">
      <button
        type="button"
        aria-label={label}
        aria-keyshortcuts={aria}
        onClick={() => useLayout.getState().change({ isRailFolded: !isFolded })}
      >
        <Icon size={16} aria-hidden />
        <span className="rail-label" aria-hidden>
          Fold
        </span>
      </button>
    </Tooltip>
  );
}
