/** The tabs of a screen: links to its views, each of which has an address of its own. */
import { Group } from '@mantine/core';
import { NavLink } from 'react-router';
import classes from './page.module.css';

export interface ViewTabsProps {
  readonly label: string;
  /** `end`: the tab is the present one at this very address alone, not below it. */
  readonly tabs: readonly { readonly to: string; readonly label: string; readonly end?: boolean | undefined }[];
}

export function ViewTabs({ label, tabs }: ViewTabsProps) {
  return (
    <Group component="nav" gap={4} className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end={tab.end ?? false}>
          {tab.label}
        </NavLink>
      ))}
    </Group>
  );
}
