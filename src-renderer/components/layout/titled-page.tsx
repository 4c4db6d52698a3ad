/** The frame of a screen with its title, its heading, what can be done there, its parts, and an inspector beside them. */
import type { ReactNode } from 'react';
import classes from './page.module.css';
import { Page, PageHeader } from './page.tsx';

interface TitledPageProps {
  readonly title: string;
  /** Where it is not the title. */
  readonly heading?: string;
  /** Stands beside the heading. */
  readonly head?: ReactNode;
  readonly inspector?: ReactNode;
  readonly children: ReactNode;
}

export function TitledPage({ title, heading = title, head, inspector = false, children }: TitledPageProps) {
  return (
    <div className={classes.besideInspector} data-inspecting={inspector === false ? undefined : ''}>
      <title>{`${title} · Ballast`}</title>
      <Page>
        <PageHeader>
          <h1>{heading}</h1>
          {head}
        </PageHeader>
        {children}
      </Page>
      {inspector}
    </div>
  );
}
