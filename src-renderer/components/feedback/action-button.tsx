/** A button that runs one action and shows that it is running. Disabled while the service does not respond. */
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsLost } from '../../state/connection-store.ts';
import { type Action, useAction } from './use-action.ts';

interface ActionButtonProps<Result>
  extends Pick<ButtonProps, 'color' | 'disabled' | 'leftSection' | 'size' | 'variant'> {
  readonly action: Action<void, Result>;
  /** True if nothing is left to do after a success, until the button's subject is gone. */
  readonly isOnce?: boolean;
  readonly title?: string;
  readonly 'aria-label'?: string;
  readonly children: ReactNode;
}

export function ActionButton<Result>({
  action,
  isOnce = false,
  disabled = false,
  ...button
}: ActionButtonProps<Result>) {
  const { mutate, isPending, isSuccess } = useAction(action);
  const isLost = useIsLost();
  return (
    <Button
      loading={isPending || (isOnce && isSuccess)}
      disabled={disabled || isLost}
      {...button}
      onClick={(event) => {
        // It may be in a table row that opens something on click.
        event.stopPropagation();
        mutate();
      }}
    />
  );
}
