/** The tabs of a screen: links to its views, each of which has an address of its own. */
import { Group } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import classes from './page.module.css';

export interface ViewTabsProps {
  readonly label: string;
  readonly tabs: readonly ViewTab[];
}

interface ViewTab {
  readonly to: string;
  readonly label: string;
  /** The tab is the present one at this very address alone, not below it. */
  readonly end?: boolean | undefined;
  /** An address elsewhere, at which and below which the tab is the present one too. */
  readonly also?: string | undefined;
}

export function ViewTabs({ label, tabs }: ViewTabsProps) {
  const { pathname } = useLocation();
  const isWithin = (place: string) => pathname === place || pathname.startsWith(`${place}/`);
  return (
    <Group component="nav" gap={4} className={classes.tabs} aria-label={label} data-screen-only>
      {tabs.map(({ to, label: name, end = false, also }) => {
        const isCurrent = (end ? pathname === to : isWithin(to)) || (also !== undefined && isWithin(also));
        return (
          <Link key={to} to={to} aria-current={isCurrent ? 'page' : undefined}>
            {name}
          </Link>
        );
      })}
    </Group>
  );
}
