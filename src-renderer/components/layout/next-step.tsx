/**
 * The next step when there is nothing to show: the one button below the text of an empty list, or of a page that was
 * not found.
 */
import { Box, Button } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import { LinkButton } from './link-button.tsx';

type NextStepProps = PropsWithChildren<
  { readonly to: string } | { readonly onClick: () => void; readonly isPending?: boolean }
>;

export function NextStep({ children, ...step }: NextStepProps) {
  return (
    <Box mt="md">
      {'to' in step ? (
        <LinkButton to={step.to}>{children}</LinkButton>
      ) : (
        <Button variant="default" loading={step.isPending ?? false} onClick={step.onClick}>
          {children}
        </Button>
      )}
    </Box>
  );
}
