/** Where the plan dialog asks before it executes. */
import { type ReactNode, useEffect, useRef } from 'react';
import classes from '../../../components/plan/plan.module.css';

/** Takes the focus when it comes, because the button that asked for it has gone: the next Tab is within it. */
export function ConfirmationFrame({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLFieldSetElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <fieldset
      className={classes.planFooter}
      data-confirming
      aria-label="Confirm the execution"
      tabIndex={-1}
      ref={place}
    >
      {children}
    </fieldset>
  );
}
