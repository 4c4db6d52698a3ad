/** A bordered part of a page with a heading, an optional note on the right, and its content, which may be collapsed. */
import { Paper } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useLayout } from '../../state/layout-store.ts';
import { useIsPrinted } from '../paper/use-is-printed.ts';
import classes from './panel.module.css';

export interface PanelProps {
  readonly title: string;
  readonly side?: ReactNode;
  readonly padded?: boolean;
  /** Name of the panel in the layout, if it can be collapsed: "market/faults". */
  readonly layoutKey?: string | undefined;
  readonly children: ReactNode;
}

export function Panel({ title, side, padded = false, layoutKey, children }: PanelProps) {
  const contentId = useId();
  const isPrinted = useIsPrinted();
  const isFolded = useLayout(({ layout }) => layoutKey !== undefined && layout.collapsedPanels.includes(layoutKey));
  const isCollapsed = isFolded && !isPrinted;
  const content = padded ? <div className={classes.panelBody}>{children}</div> : children;
  const Icon = isCollapsed ? IconChevronRight : IconChevronDown;
  return (
    <Paper component="section" aria-label={title} data-collapsed={isCollapsed || undefined}>
      <div className={classes.panelHead}>
        <h2>
          {layoutKey === undefined ? (
            title
          ) : (
            <button
              type="button"
              className={classes.panelCollapse}
              aria-expanded={!isCollapsed}
              aria-controls={isCollapsed ? undefined : contentId}
              onClick={() => toggle(layoutKey)}
            >
              <Icon size={14} aria-hidden data-screen-only />
              {title}
            </button>
          )}
        </h2>
        {side !== undefined && !isCollapsed && <span className={classes.panelHeadSide}>{side}</span>}
      </div>
      {layoutKey === undefined ? content : !isCollapsed && <div id={contentId}>{content}</div>}
    </Paper>
  );
}

function toggle(panel: string): void {
  const { layout, change } = useLayout.getState();
  const collapsed = layout.collapsedPanels;
  change({
    collapsedPanels: collapsed.includes(panel) ? collapsed.filter((each) => each !== panel) : [...collapsed, panel],
  });
}
