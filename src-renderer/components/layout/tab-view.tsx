/** A view of a tabbed screen: its title in the browser, its actions, its parts, and an inspector beside them. */
import type { ReactNode } from 'react';
import classes from './page.module.css';
import { Page } from './page.tsx';
import { NextToTitle } from './tabbed-screen.tsx';

interface TabViewProps {
  readonly title: string;
  /** Shown beside the title of the screen. */
  readonly head?: ReactNode;
  readonly inspector?: ReactNode;
  readonly children: ReactNode;
}

export function TabView({ title, head, inspector = false, children }: TabViewProps) {
  return (
    <div className={classes.besideInspector} data-inspecting={inspector === false ? undefined : ''}>
      <title>{`${title} · Ballast`}</title>
      <Page>
        <NextToTitle>{head}</NextToTitle>
        {children}
      </Page>
      {inspector}
    </div>
  );
}
