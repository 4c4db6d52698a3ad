/** The footer of a form on a page, which stays visible while its fields are scrolled. */
import type { ReactNode } from 'react';
import classes from './sticky-footer.module.css';

export function StickyFooter({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.footer} data-sticky-footer>
      {children}
    </div>
  );
}
