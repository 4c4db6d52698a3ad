/** The frame of a screen: its parts below each other, and above them its heading. */
import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PartProps {
  readonly children: ReactNode;
}

export function Page({ children }: PartProps) {
  return <div className={classes.page}>{children}</div>;
}

export function PageHeader({ children }: PartProps) {
  return (
    <div className={classes.header} data-page-header>
      {children}
    </div>
  );
}
