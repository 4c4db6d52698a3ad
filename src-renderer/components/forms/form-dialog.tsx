/** The frame of every form in a dialog: title, fields, what went wrong outside the fields, and the way out. */
import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Notice } from '../feedback/notice.tsx';
import { DialogFrame } from '../layout/dialog-frame.tsx';
import './form-dialog.css';

interface FormDialogProps {
  readonly title: string;
  readonly size: number;
  readonly submitLabel: string;
  /** What sending will do, as a sentence. */
  readonly outcome: ReactNode;
  readonly isPending: boolean;
  readonly canSend?: boolean;
  /** The service's words that belong to no field. */
  readonly problems: readonly string[];
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    <DialogFrame title={props.title} size={props.size} closeLabel="Close the form" onClose={props.onClose}>
      <form className="dialog-form" aria-label={props.title} onSubmit={submit} noValidate>
        <div className="dialog-form-fields">{props.children}</div>
        {props.problems.length > 0 && (
          <Notice tone="fail">
            {props.problems.map((problem) => (
              <div key={problem}>{problem}</div>
            ))}
          </Notice>
        )}
        <div className="dialog-form-footer">
          <span className="muted" aria-live="polite">
            {props.outcome}
          </span>
          <Button variant="default" onClick={props.onClose}>
            Close
          </Button>
          <Button type="submit" loading={props.isPending} disabled={props.canSend === false}>
            {props.submitLabel}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
