/** A button that does one thing and shows that it is under way. */
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
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

export function ActionButton<Answer>({ action, isOnce = false, ...button }: ActionButtonProps<Answer>) {
  const { mutate, isPending, isSuccess } = useAction(action);
  return (
    <Button
      loading={isPending || (isOnce && isSuccess)}
      {...button}
      onClick={(event) => {
        // It may stand in a row that opens.
        event.stopPropagation();
        mutate();
      }}
    />
  );
}
