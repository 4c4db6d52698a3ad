/** A button that leads to another page. */
import { Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface LinkButtonProps {
  readonly to: string;
  readonly icon?: Icon;
  readonly children: ReactNode;
}

export function LinkButton({ to, icon: Sign, children }: LinkButtonProps) {
  return (
    <Button component={Link} to={to} variant="default" leftSection={Sign && <Sign size={14} aria-hidden />}>
      {children}
    </Button>
  );
}
