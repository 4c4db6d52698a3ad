/** The rail of screens. Only what exists is on it. */
import {
  IconArrowsExchange,
  IconBriefcase,
  IconChartCandle,
  IconKey,
  IconListCheck,
  IconShieldCheck,
  IconTransfer,
} from '@tabler/icons-react';
import { NavLink } from 'react-router';

const SCREENS = [
  { to: '/portfolios', label: 'Portfolios', Icon: IconBriefcase },
  { to: '/rebalances', label: 'Rebalances', Icon: IconArrowsExchange },
  { to: '/market', label: 'Market', Icon: IconChartCandle },
  { to: '/traffic', label: 'Traffic', Icon: IconTransfer },
  { to: '/compliance', label: 'Compliance', Icon: IconShieldCheck },
  { to: '/scenarios', label: 'Scenarios', Icon: IconListCheck },
  { to: '/accounts', label: 'Accounts', Icon: IconKey },
];

export function Rail() {
  return (
    <nav className="rail" aria-label="Screens">
      {SCREENS.map(({ to, label, Icon }) => (
        <NavLink key={to} to={to}>
          <Icon size={16} aria-hidden />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
