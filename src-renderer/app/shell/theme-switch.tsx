/** Dark, light or as the system has it. Mantine keeps the choice. */
import { ActionIcon, Tooltip, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const NEXT = { auto: 'light', light: 'dark', dark: 'auto' } as const;
const ICONS = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon };
const WORDS = { auto: 'as the system', light: 'light', dark: 'dark' };

export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Icon = ICONS[colorScheme];
  const label = `Theme: ${WORDS[colorScheme]}. Switch to ${WORDS[NEXT[colorScheme]]}`;
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => setColorScheme(NEXT[colorScheme])}>
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
