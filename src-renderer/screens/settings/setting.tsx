/** One line of the settings: what it is, what it means, and the control for it. */

import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './settings.module.css';

interface SettingProps {
  readonly label: string;
  readonly says: ReactNode;
  readonly children: ReactNode;
}

export function Setting({ label, says, children }: SettingProps) {
  return (
    <div className={classes.setting}>
      <div className={classes.settingWords}>
        <strong>{label}</strong>
        <Text component="div" c="dimmed">
          {says}
        </Text>
      </div>
      <Group gap="sm" ml="auto">
        {children}
      </Group>
    </div>
  );
}
