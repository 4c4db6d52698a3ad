/** Traffic: what clients and the service say to each other and what is broken between them, a tab for each view of it. */
import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { ViewTabs } from '../../components/layout/view-tabs.tsx';
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
      <ViewTabs label="Views of the traffic" tabs={TABS} />
      <div className={classes.scroll}>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  );
}
