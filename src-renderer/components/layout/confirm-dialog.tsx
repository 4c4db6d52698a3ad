/** Asks before something is lost, and lists what. The button that cancels has the focus. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActionButton } from '../feedback/action-button.tsx';
import type { Action } from '../feedback/use-action.ts';
import classes from './dialog.module.css';
import { DialogFrame } from './dialog-frame.tsx';

interface ConfirmDialogProps<Result> {
  /** The question: "Empty the journal?" */
  readonly title: string;
  /** The button that confirms: "Yes, empty it". */
  readonly confirm: string;
  /** The button that cancels: "Keep it". */
  readonly keep: string;
  /** Null if it cannot be done now, which the text then explains; only the cancel button is left. */
  readonly action: Action<void, Result> | null;
  /** Nothing is lost, so the button is not red. */
  readonly isHarmless?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ConfirmDialog<Result>(props: ConfirmDialogProps<Result>) {
  return (
    <DialogFrame title={props.title} size={520} closeLabel={props.keep} onClose={props.onClose}>
      <div className={classes.dialogText}>{props.children}</div>
      <div className={classes.dialogFoot}>
        <Button variant="default" data-autofocus onClick={props.onClose}>
          {props.keep}
        </Button>
        {props.action !== null && (
          <ActionButton action={props.action} color={props.isHarmless === true ? 'brand' : 'fail'}>
            {props.confirm}
          </ActionButton>
        )}
      </div>
    </DialogFrame>
  );
}
