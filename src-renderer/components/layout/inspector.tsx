/** The frame of an inspector: what it is about, what can be done with it, and the way out, by Escape too. */
import { CloseButton } from '@mantine/core';
import { Fragment, type ReactNode, useRef } from 'react';
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

/** Facts by their names, a line each; one that is null has no line. */
export function InspectorFacts({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={classes.inspectorFacts}>
      {Object.entries(facts).map(
        ([name, fact]) =>
          fact !== null && (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
