/** One line of the settings: its name, its meaning, and its control. */
import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './settings.module.css';

export function Setting({ label, says, children }: Readonly<Record<'label' | 'says' | 'children', ReactNode>>) {
  return (
    <div className={classes.setting}>
      <Box flex="1 1 320px" maw={640}>
        <strong>{label}</strong>
        <Text component="div" c="dimmed">
          {says}
        </Text>
      </Box>
      <Group gap="sm" ml="auto">
        {children}
      </Group>
    </div>
  );
}
