/** A link within a row that opens something itself. It is reached by the arrow keys; Tab skips it. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';

export function RowLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link to={to} tabIndex={-1} onClick={(event) => event.stopPropagation()}>
      {children}
    </Link>
  );
}
