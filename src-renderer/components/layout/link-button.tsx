/** A button that links to another page. */
import { Button, type ButtonProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from 'react-router';

interface LinkButtonProps extends Pick<ButtonProps, 'children' | 'size' | 'variant'> {
  readonly to: string;
  readonly icon?: Icon;
}

export function LinkButton({ icon: Sign, ...button }: LinkButtonProps) {
  return <Button component={Link} variant="default" leftSection={Sign && <Sign size={14} aria-hidden />} {...button} />;
}
