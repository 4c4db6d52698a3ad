/** The top bar: virtual clock, status of exchanges, active faults, recording, command palette and theme. */
import { ActionIcon, Tooltip, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { Link } from 'react-router';
import { keysOf } from '../../components/commands/key-caps.tsx';
import { paths } from '../../paths.ts';
import { useOverlay } from '../../state/overlay-store.ts';
import { ActiveFaultsBadge } from './active-faults-badge.tsx';
import classes from './app-shell.module.css';
import { ClockControls } from './clock-controls.tsx';
import { ExchangeStatusIndicators } from './exchange-status-indicators.tsx';
import { RecordingBadge } from './recording-badge.tsx';
import { VirtualClock } from './virtual-clock.tsx';

export function TopBar() {
  return (
    <header className={classes.topBar}>
      <Link to={paths.portfolios} className={classes.brand} aria-label="Ballast">
        <svg width="20" height="20" viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="7" fill="#4338ca" />
          <path
            d="M16 6v17M8 11h16M8 11l-3.5 7h7zM24 11l-3.5 7h7zM11 25h10"
            fill="none"
            stroke="#fff"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <span>Ballast</span>
      </Link>
      <VirtualClock />
      <ClockControls />
      <ExchangeStatusIndicators />
      <ActiveFaultsBadge />
      <RecordingBadge />
      <PaletteButton />
      <ThemeSwitch />
    </header>
  );
}

/** Opens the command palette, for people who do not know its key. */
function PaletteButton() {
  const show = useOverlay((state) => state.show);
  const { hint, aria } = keysOf('palette');
  return (
    <Tooltip label={`Find views, commands, portfolios, instruments and ids${hint}`} maw={280}>
      <ActionIcon
        aria-label="Find anything"
        aria-haspopup="dialog"
        aria-keyshortcuts={aria}
        onClick={() => show('palette')}
      >
        <IconSearch size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

const SCHEMES = {
  auto: { next: 'light', Icon: IconDeviceDesktop, word: 'as the system' },
  light: { next: 'dark', Icon: IconSun, word: 'light' },
  dark: { next: 'auto', Icon: IconMoon, word: 'dark' },
} as const;

/** Mantine stores the choice. */
function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { next, Icon, word } = SCHEMES[colorScheme];
  const label = `Theme: ${word}. Switch to ${SCHEMES[next].word}`;
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => setColorScheme(next)}>
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
