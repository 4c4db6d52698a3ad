/** A button that does one thing and shows that it is under way. Disabled while the service does not answer. */
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsLost } from '../../state/connection-store.ts';
import { type Action, useAction } from './use-action.ts';

interface ActionButtonProps<Answer>
  extends Pick<ButtonProps, 'color' | 'disabled' | 'leftSection' | 'size' | 'variant'> {
  readonly action: Action<void, Answer>;
  /** True where nothing is left to do after a success, until what it stands for is gone. */
  readonly isOnce?: boolean;
  readonly title?: string;
  readonly 'aria-label'?: string;
  readonly children: ReactNode;
}

export function ActionButton<Answer>({
  action,
  isOnce = false,
  disabled = false,
  ...button
}: ActionButtonProps<Answer>) {
  const { mutate, isPending, isSuccess } = useAction(action);
  const isLost = useIsLost();
  return (
    <Button
      loading={isPending || (isOnce && isSuccess)}
      disabled={disabled || isLost}
      {...button}
      onClick={(event) => {
        // It may stand in a row that opens.
        event.stopPropagation();
        mutate();
      }}
    />
  );
}
