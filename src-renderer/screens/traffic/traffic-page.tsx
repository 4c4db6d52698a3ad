/** Traffic: what clients and the service say to each other and what is broken between them, a tab for each view of it. */
import { Suspense } from 'react';
import { NavLink, Outlet } from 'react-router';
import { paths } from '../../paths.ts';
import classes from './traffic.module.css';

const TABS = [
  { to: paths.requests(), label: 'Requests' },
  { to: paths.webhooks(), label: 'Webhooks' },
  { to: paths.faults, label: 'Faults' },
  { to: paths.sinks, label: 'Sinks' },
  { to: paths.signature(), label: 'Signature' },
];

export function TrafficPage() {
  return (
    <div className={classes.traffic}>
      <nav className={classes.trafficTabs} aria-label="Views of the traffic">
        {TABS.map(({ to, label }) => (
          <NavLink key={to} to={to}>
            {label}
          </NavLink>
        ))}
      </nav>
      <div className={classes.trafficView}>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  );
}
