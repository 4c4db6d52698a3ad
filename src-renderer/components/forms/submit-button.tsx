/** Submits a server form. Disabled while the service does not respond. */
import { Button, type ButtonProps } from '@mantine/core';
import { useIsLost } from '../../state/connection-store.ts';
import type { AnyServerForm } from './use-server-form.ts';

interface SubmitButtonProps extends Pick<ButtonProps, 'children' | 'color' | 'disabled' | 'variant'> {
  readonly form: Pick<AnyServerForm, 'isPending'>;
}

export function SubmitButton({ form, disabled = false, ...button }: SubmitButtonProps) {
  const isLost = useIsLost();
  return <Button type="submit" loading={form.isPending} disabled={disabled || isLost} {...button} />;
}
