/** The frame of an inspector: what it is about, what can be done with it, and the way out, by Escape too. */
import { CloseButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import classes from './inspector.module.css';
import { useEscape } from './use-escape.ts';

interface InspectorProps {
  /** "Request" */
  readonly title: string;
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Inspector({ title, actions, onClose, children }: InspectorProps) {
  const place = useRef<HTMLElement>(null);
  useEscape(place, onClose);
  return (
    <aside className={classes.inspector} aria-label={title} ref={place}>
      <div className={classes.inspectorHead}>
        <h2>{title}</h2>
        {actions}
        <CloseButton size="sm" aria-label="Close the inspector" onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <div className={classes.inspectorBody} tabIndex={0}>
        {children}
      </div>
    </aside>
  );
}
