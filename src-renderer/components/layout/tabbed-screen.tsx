/** A screen of several views: the bar of its tabs on top, and below it the view, which alone scrolls. */
import { type PropsWithChildren, Suspense } from 'react';
import classes from './tabbed-screen.module.css';
import { ViewTabs, type ViewTabsProps } from './view-tabs.tsx';

export function TabbedScreen({ children, ...tabs }: PropsWithChildren<ViewTabsProps>) {
  return (
    <div className={classes.screen}>
      <ViewTabs {...tabs} />
      <div className={classes.scroll}>
        <Suspense fallback={null}>{children}</Suspense>
      </div>
    </div>
  );
}
