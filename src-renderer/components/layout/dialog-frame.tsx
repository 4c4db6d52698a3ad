/**
 * The frame of a dialog: its title, the way out, and its content. Its header is not a landmark, since the page has one
 * banner.
 */
import { Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog.module.css';
import { useFocusReturn } from './use-focus-return.ts';

interface DialogFrameProps {
  readonly title: string;
  readonly size: number;
  /** The label of the close button: "Close the form". */
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function DialogFrame({ title, size, closeLabel, onClose, children }: DialogFrameProps) {
  useFocusReturn();
  return (
    <Modal.Root opened onClose={onClose} size={size} yOffset="5vh" classNames={{ body: classes.dialogBody }}>
      <Modal.Overlay />
      <Modal.Content>
        <Group justify="space-between" mih={44} px="lg" py="sm" className={classes.dialogHead}>
          <Modal.Title fz="lg" fw={600}>
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label={closeLabel} />
        </Group>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
