/**
 * A tooltip, shown while its child is hovered or has the keyboard focus. It is created on first use: a screen has
 * dozens of them, and few are ever read.
 */
import { Tooltip, type TooltipProps } from '@mantine/core';
import { useTimeout, useWindowEvent } from '@mantine/hooks';
import { cloneElement, type FocusEvent, type MouseEvent, type ReactElement, useId, useState } from 'react';

const OPEN_DELAY_MS = 150;

type HintProps = Pick<TooltipProps, 'label' | 'maw' | 'position' | 'disabled'> & {
  /**
   * One element that passes its listeners on. It also gets all other properties of Hint, for example those of a menu's
   * target.
   */
  readonly children: ReactElement<Record<string, unknown>>;
};

export function Hint({ label, maw, position = 'top', disabled = false, children, ...passedOn }: HintProps) {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { start, clear } = useTimeout(() => setOpen(true), OPEN_DELAY_MS);
  const close = () => {
    clear();
    setOpen(false);
  };
  const isShown = isOpen && !disabled;
  const child = cloneElement(children, {
    ...passedOn,
    ...children.props,
    ...(isShown ? { 'aria-describedby': id } : {}),
    onMouseEnter: ({ currentTarget }: MouseEvent<HTMLElement>) => {
      setTarget(currentTarget);
      start();
    },
    onMouseLeave: close,
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.matches(':focus-visible')) return;
      setTarget(currentTarget);
      setOpen(true);
    },
    onBlur: close,
  });
  return (
    <>
      {child}
      {target !== null && (
        <HintTooltip
          {...{ target, maw, position, onClose: close }}
          opened={isShown}
          label={<span id={id}>{label}</span>}
        />
      )}
    </>
  );
}

function HintTooltip({ onClose, ...tooltip }: TooltipProps & { readonly onClose: () => void }) {
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && onClose());
  return <Tooltip {...tooltip} />;
}
