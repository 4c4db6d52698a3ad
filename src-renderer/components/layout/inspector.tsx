/** The frame of an inspector: its subject, its actions, and the way out, also by Escape. */
import { CloseButton, Group, Stack } from '@mantine/core';
import { Fragment, type PropsWithChildren, type ReactNode, useRef } from 'react';
import classes from './inspector.module.css';
import { useEscape } from './use-escape.ts';

type InspectorProps = PropsWithChildren<{ title: string; actions?: ReactNode; onClose: () => void }>;

export function Inspector({ title, actions, onClose, children }: InspectorProps) {
  const container = useRef<HTMLDivElement>(null);
  useEscape(container, onClose, 'row');
  return (
    <Stack component="aside" gap={0} miw={0} className={classes.inspector} aria-label={title} ref={container}>
      <Group gap="sm" wrap="nowrap" px="md" py="sm" className={classes.inspectorHead}>
        <h2>{title}</h2>
        {actions}
        <CloseButton size="sm" aria-label="Close the inspector" onClick={onClose} />
      </Group>
      {/* A scrolling area must be reachable by keyboard. */}
      <Stack gap="md" flex={1} mih={0} p="md" style={{ overflow: 'auto' }} tabIndex={0}>
        {children}
      </Stack>
    </Stack>
  );
}

/** Facts by their names, one line each; null and false have no line. */
export function InspectorFacts({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={classes.inspectorFacts}>
      {Object.entries(facts).map(
        ([name, fact]) =>
          fact !== null &&
          fact !== false && (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
