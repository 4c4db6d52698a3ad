/** The frame of every form in a dialog: title, fields, the effect of submitting, and the way out. */
import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import dialogClasses from '../layout/dialog.module.css';
import { DialogFrame } from '../layout/dialog-frame.tsx';
import { Dimmed } from '../layout/dimmed.tsx';
import classes from './form-dialog.module.css';
import { ServerForm } from './server-form.tsx';
import { SubmitButton } from './submit-button.tsx';
import type { AnyServerForm } from './use-server-form.ts';

interface FormDialogProps {
  readonly form: AnyServerForm;
  readonly title: string;
  readonly size: number;
  readonly submitLabel: string;
  /** The effect of submitting, as a sentence. */
  readonly outcome: ReactNode;
  readonly canSend?: boolean;
  /** Issues that the page itself found. */
  readonly problems?: readonly string[] | undefined;
  /** The label of the way back if submitting loses something, "Keep it": it has the focus. */
  readonly keep?: string;
  /** Further actions with the form's contents, such as copying them. */
  readonly also?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FormDialog({ form, title, size, problems, canSend = true, onClose, ...props }: FormDialogProps) {
  return (
    <DialogFrame title={title} size={size} closeLabel={props.keep ?? 'Close the form'} onClose={onClose}>
      <ServerForm form={form} label={title} className={classes.dialogForm} problems={problems}>
        <Stack gap="md" p="lg">
          {props.children}
        </Stack>
        <div className={dialogClasses.dialogFoot}>
          <Dimmed style={{ flex: 1, minWidth: 0 }} aria-live="polite">
            {props.outcome}
          </Dimmed>
          {props.also}
          <Button variant="default" data-autofocus={props.keep !== undefined || undefined} onClick={onClose}>
            {props.keep ?? 'Close'}
          </Button>
          <SubmitButton form={form} color={props.keep === undefined ? 'brand' : 'fail'} disabled={!canSend}>
            {props.submitLabel}
          </SubmitButton>
        </div>
      </ServerForm>
    </DialogFrame>
  );
}
