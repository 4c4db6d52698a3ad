/**
 * A screen of several views: its title with the view's actions, the tabs below it, and the view, which alone scrolls.
 */
import { Group } from '@mantine/core';
import { createContext, type PropsWithChildren, Suspense, use, useState } from 'react';
import { createPortal } from 'react-dom';
import { PageHeader } from './page.tsx';
import classes from './tabbed-screen.module.css';
import { ViewTabs, type ViewTabsProps } from './view-tabs.tsx';

interface TabbedScreenProps extends ViewTabsProps {
  readonly title: string;
}

const TitleRow = createContext<HTMLElement | null>(null);

export function TabbedScreen({ title, children, ...tabs }: PropsWithChildren<TabbedScreenProps>) {
  const [row, setRow] = useState<HTMLElement | null>(null);
  return (
    <div className={classes.screen}>
      <div className={classes.head}>
        <PageHeader>
          <h1>{title}</h1>
          <Group ref={setRow} gap="8px 16px" flex={1} />
        </PageHeader>
        <ViewTabs {...tabs} />
      </div>
      <div className={classes.scroll}>
        <TitleRow value={row}>
          <Suspense fallback={null}>{children}</Suspense>
        </TitleRow>
      </div>
    </div>
  );
}

/** The content of a view that is shown beside the title of its screen. */
export function NextToTitle({ children }: PropsWithChildren) {
  const row = use(TitleRow);
  return row && createPortal(children, row);
}
