/** A bordered part of a page with a heading, an optional remark on the right, and its content. */
import type { ReactNode } from 'react';

interface PanelProps {
  readonly title: string;
  readonly side?: ReactNode;
  readonly padded?: boolean;
  readonly children: ReactNode;
}

export function Panel({ title, side, padded = false, children }: PanelProps) {
  return (
    <section className="panel" aria-label={title}>
      <div className="panel-head">
        <h2>{title}</h2>
        {side !== undefined && <span className="panel-head-side">{side}</span>}
      </div>
      {padded ? <div className="panel-body">{children}</div> : children}
    </section>
  );
}
