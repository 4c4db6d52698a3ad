/** Ends an advance of the clock where it is: everything up to that instant has happened, and nothing after it. */
import type { ReactNode } from 'react';
import { stopAdvance } from '../../api/clock-api.ts';
import { ActionButton } from './action-button.tsx';

const STOP = { doing: 'Stopping the advance', run: stopAdvance };

export function StopAdvanceButton({ children }: { readonly children: ReactNode }) {
  return (
    <ActionButton variant="default" action={STOP}>
      {children}
    </ActionButton>
  );
}
