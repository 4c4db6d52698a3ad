/** The frame of every form in a dialog: title, fields, what sending will do, and the way out. */
import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogFrame } from '../layout/dialog-frame.tsx';
import classes from './form-dialog.module.css';
import { ServerForm } from './server-form.tsx';
import type { AnyServerForm } from './use-server-form.ts';

interface FormDialogProps {
  readonly form: AnyServerForm;
  readonly title: string;
  readonly size: number;
  readonly submitLabel: string;
  /** What sending will do, as a sentence. */
  readonly outcome: ReactNode;
  readonly canSend?: boolean;
  /** What this page found wrong itself. */
  readonly problems?: readonly string[] | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FormDialog({ form, problems, ...props }: FormDialogProps) {
  return (
    <DialogFrame title={props.title} size={props.size} closeLabel="Close the form" onClose={props.onClose}>
      <ServerForm form={form} label={props.title} className={classes.dialogForm} problems={problems}>
        <div className={classes.dialogFormFields}>{props.children}</div>
        <div className={classes.dialogFormFooter}>
          <Text span c="dimmed" aria-live="polite">
            {props.outcome}
          </Text>
          <Button variant="default" onClick={props.onClose}>
            Close
          </Button>
          <Button type="submit" loading={form.isPending} disabled={props.canSend === false}>
            {props.submitLabel}
          </Button>
        </div>
      </ServerForm>
    </DialogFrame>
  );
}
