/** A bordered part of a page with a heading, an optional remark on the right, and its content, which may be folded away. */
import { Paper } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useLayout } from '../../state/layout-store.ts';
import classes from './panel.module.css';

interface PanelProps {
  readonly title: string;
  readonly side?: ReactNode;
  readonly padded?: boolean;
  /** Name of the panel in the layout, for one that can be folded: "market/faults". */
  readonly fold?: string;
  readonly children: ReactNode;
}

export function Panel({ title, side, padded = false, fold, children }: PanelProps) {
  const contentId = useId();
  const isFolded = useLayout(({ layout }) => fold !== undefined && layout.collapsedPanels.includes(fold));
  const content = padded ? <div className={classes.panelBody}>{children}</div> : children;
  return (
    <Paper component="section" aria-label={title} data-folded={isFolded || undefined}>
      <div className={classes.panelHead}>
        <h2>{fold === undefined ? title : <FoldButton {...{ title, fold, isFolded, contentId }} />}</h2>
        {side !== undefined && !isFolded && <span className={classes.panelHeadSide}>{side}</span>}
      </div>
      {fold === undefined ? content : !isFolded && <div id={contentId}>{content}</div>}
    </Paper>
  );
}

interface FoldButtonProps {
  readonly title: string;
  readonly fold: string;
  readonly isFolded: boolean;
  readonly contentId: string;
}

function FoldButton({ title, fold, isFolded, contentId }: FoldButtonProps) {
  const Icon = isFolded ? IconChevronRight : IconChevronDown;
  return (
    <button
      type="button"
      className={classes.panelFold}
      aria-expanded={!isFolded}
      aria-controls={isFolded ? undefined : contentId}
      onClick={() => toggle(fold)}
    >
      <Icon size={14} aria-hidden />
      {title}
    </button>
  );
}

function toggle(panel: string): void {
  const { layout, change } = useLayout.getState();
  const folded = layout.collapsedPanels;
  change({ collapsedPanels: folded.includes(panel) ? folded.filter((each) => each !== panel) : [...folded, panel] });
}
