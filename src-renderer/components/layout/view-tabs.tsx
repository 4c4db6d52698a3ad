/** The tabs of a screen: links to its views, each of which has its own address. */
import { Group } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { listScreens, type Screen } from '../../../src-server/contract/screens.ts';
import classes from './page.module.css';

export interface ViewTabsProps {
  readonly label: string;
  readonly tabs: readonly ViewTab[];
}

interface ViewTab {
  readonly to: string;
  readonly label: string;
  /** The tab is active at this very address only, not below it. */
  readonly end?: boolean | undefined;
  /** Another address at which, and below which, the tab is active too. */
  readonly also?: string | undefined;
}

export function ViewTabs({ label, tabs }: ViewTabsProps) {
  const { pathname } = useLocation();
  const isWithin = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  return (
    <Group component="nav" gap="xs" className={classes.tabs} aria-label={label} data-screen-only>
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

/** The tabs of a screen, in the order of the list of screens. */
export function tabsOf(screen: Screen['tabOf']): ViewTab[] {
  return listScreens()
    .filter(({ tabOf }) => tabOf === screen)
    .map(({ path, label, alsoAt }) => ({
      to: path,
      label: `${label.charAt(0).toUpperCase()}${label.slice(1)}`,
      also: alsoAt,
    }));
}
