/** The top bar: virtual clock, status of exchanges, active faults, recording, command palette and theme. */

import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { ActiveFaultsBadge } from './active-faults-badge.tsx';
import classes from './app-shell.module.css';
import { ClockControls } from './clock-controls.tsx';
import { ExchangeStatusIndicators } from './exchange-status-indicators.tsx';
import { PaletteButton } from './palette-button.tsx';
import { RecordingBadge } from './recording-badge.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
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
