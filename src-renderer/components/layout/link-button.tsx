/** A button that links to another page. */
import { Button, type ButtonProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from 'react-router';
import { usesFields as fieldsMark } from '../forms/unread-field.ts';

interface LinkButtonProps extends Pick<ButtonProps, 'children' | 'size' | 'variant'> {
  readonly to: string;
  readonly icon?: Icon;
  /** It takes the values of fields along: it leads nowhere while one of them cannot be read. */
  readonly usesFields?: boolean;
}

export function LinkButton({ icon: Sign, usesFields = false, ...button }: LinkButtonProps) {
  const sign = Sign && <Sign size={14} aria-hidden />;
  const guard = usesFields ? fieldsMark : {};
  return <Button component={Link} variant="default" leftSection={sign} {...guard} {...button} />;
}
