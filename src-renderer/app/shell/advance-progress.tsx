/** The progress of a long advance of the clock, in place of the step buttons, which are disabled meanwhile. */
import { Text, VisuallyHidden } from '@mantine/core';
import { StopAdvanceButton } from '../../components/feedback/stop-advance-button.tsx';
import type { LongAdvance } from '../../components/feedback/use-long-advance.ts';
import { Hint } from '../../components/layout/hint.tsx';
import classes from './app-shell.module.css';

export function AdvanceProgress({ advance: { goal, reached, share } }: { readonly advance: LongAdvance }) {
  return (
    <div className={classes.advance}>
      <Hint label={`Advancing ${goal}: now at ${reached}`} maw={280}>
        <div className={classes.advanceFacts} role="status">
          <Text truncate>
            <VisuallyHidden>Advancing </VisuallyHidden>
            {goal}
          </Text>
          <progress aria-label="Progress of the advance" {...(share === null ? {} : { value: share, max: 1 })} />
          <Text truncate>{reached}</Text>
        </div>
      </Hint>
      <StopAdvanceButton>Stop</StopAdvanceButton>
    </div>
  );
}
