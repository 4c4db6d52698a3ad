/** The frame of a screen: its parts below each other, and above them its heading. */
import type { PropsWithChildren } from 'react';
import classes from './page.module.css';

export function Page({ children }: PropsWithChildren) {
  return <div className={classes.page}>{children}</div>;
}

export function PageHeader({ children }: PropsWithChildren) {
  return (
    <div className={classes.header} data-page-header>
      {children}
    </div>
  );
}
