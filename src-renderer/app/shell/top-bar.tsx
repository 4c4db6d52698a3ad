/** The top bar: virtual clock, status of exchanges, active faults, recording, command palette and theme. */
import { ActionIcon, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import {
  IconBolt,
  IconChartCandle,
  IconDeviceDesktop,
  IconGitFork,
  IconMoon,
  IconSearch,
  IconSun,
  IconTransfer,
  IconWorld,
  IconX,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { DEFAULT_WORLD } from '../../../src-server/contract/control/worlds/world-address.ts';
import { useFaults } from '../../api/faults-api.ts';
import { useRecordings } from '../../api/recordings-api.ts';
import { useWorlds } from '../../api/worlds-api.ts';
import { keysOf } from '../../components/commands/key-caps.tsx';
import { RecordingDot } from '../../components/feedback/recording-dot.tsx';
import { formatCount, plural } from '../../components/format/format-number.ts';
import { Hint } from '../../components/layout/hint.tsx';
import { paths } from '../../paths.ts';
import { useOverlay } from '../../state/overlay-store.ts';
import { ownWorld } from '../../state/own-world.ts';
import { useCommand } from '../commands/use-command.ts';
import classes from './app-shell.module.css';
import { ClockControls } from './clock-controls.tsx';
import { ExchangeStates } from './exchange-states.tsx';
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
      <WorldName />
      <VirtualClock />
      <ClockControls />
      <ExchangeStates />
      <ActiveFaultsBadge />
      <RecordingBadge />
      <PaletteButton />
      <ThemeSwitch />
    </header>
  );
}

/** The name of a world other than the first one, which looks the same. */
function WorldName() {
  const shown = useWorlds().data?.worlds.find(({ name }) => name === ownWorld);
  if (ownWorld === DEFAULT_WORLD) return null;
  const origin = shown?.fork_of ?? null;
  const what = origin === null ? `The world ${ownWorld}` : `The world ${ownWorld}, a fork of ${origin}`;
  return (
    <Hint label={`${what}. Open the list of worlds.`} maw={300}>
      <Link to={paths.worlds} className={classes.worldName} aria-label={what}>
        {origin === null ? <IconWorld size={14} aria-hidden /> : <IconGitFork size={14} aria-hidden />}
        <span>{ownWorld}</span>
      </Link>
    </Hint>
  );
}

/** Opens the command palette, for users who do not know its key. */
function PaletteButton() {
  const show = useOverlay((state) => state.show);
  const { hint, aria } = keysOf('palette');
  return (
    <Hint label={`Find views, commands, portfolios, instruments and ids${hint}`} maw={280}>
      <ActionIcon
        aria-label="Find anything"
        aria-haspopup="dialog"
        aria-keyshortcuts={aria}
        onClick={() => show('palette')}
      >
        <IconSearch size={16} />
      </ActionIcon>
    </Hint>
  );
}

const SCHEMES = {
  auto: { next: 'light', Icon: IconDeviceDesktop, word: 'same as the system' },
  light: { next: 'dark', Icon: IconSun, word: 'light' },
  dark: { next: 'auto', Icon: IconMoon, word: 'dark' },
} as const;

/** Mantine stores the choice. */
function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { next, Icon, word: schemeName } = SCHEMES[colorScheme];
  const label = `Theme: ${schemeName}. Switch to ${SCHEMES[next].word}`;
  return (
    <Hint label={label}>
      <ActionIcon aria-label={label} onClick={() => setColorScheme(next)}>
        <Icon size={16} />
      </ActionIcon>
    </Hint>
  );
}

function RecordingBadge() {
  const underWay = useRecordings().data?.recordings.filter(({ status }) => status === 'recording') ?? [];
  // If several are active, the latest is most likely the one the user means.
  const latest = underWay.at(-1);
  if (latest === undefined) return null;
  const { name, commands, recording_id: recordingId } = latest;
  const others = underWay.length > 1 ? ` ${underWay.length - 1} more in progress.` : '';
  const caption = `${commands === 1 ? 'request' : 'requests'} recorded so far`;
  return (
    <Hint label={`“${name}” is being recorded: ${formatCount(commands)} ${caption}.${others} Open it.`} maw={300}>
      <Link to={paths.recording(recordingId)} className={classes.recordingBadge}>
        <RecordingDot />
        <span>recording</span>
        <strong>{formatCount(commands)}</strong>
        <VisuallyHidden> {caption}</VisuallyHidden>
      </Link>
    </Hint>
  );
}

function ActiveFaultsBadge() {
  const run = useCommand();
  const active = (useFaults().data?.faults ?? []).filter(({ status }) => status === 'active');
  if (active.length === 0) return null;
  const market = active.filter(({ scope }) => scope === 'market').length;
  // Faults of the market and of HTTP are on two pages, so each has its own number, with the icon of its page.
  const pages = [
    { kind: 'market', to: paths.exchanges, Icon: IconChartCandle, faults: market },
    { kind: 'HTTP and webhook', to: paths.faults, Icon: IconTransfer, faults: active.length - market },
  ].filter(({ faults }) => faults > 0);
  const endLabel = `End all faults (${active.length})`;
  return (
    <span className={classes.chaos} data-active-faults>
      <IconBolt size={14} aria-hidden />
      {pages.map(({ kind, to, Icon, faults }) => {
        const caption = `${faults === 1 ? 'fault is' : 'faults are'} active`;
        const tip = `${plural(faults, `${kind} fault`)} ${faults === 1 ? 'is' : 'are'} active. Open the list.`;
        return (
          <Hint key={kind} label={tip} maw={280}>
            <Link to={to} className={classes.chaosPlace}>
              {pages.length > 1 ? <Icon size={12} aria-hidden /> : <span>faults</span>}
              <strong>{faults}</strong>
              <VisuallyHidden> {caption}</VisuallyHidden>
            </Link>
          </Hint>
        );
      })}
      <Hint label={`${endLabel}, including those that have not begun`}>
        <button
          type="button"
          className={classes.chaosEnd}
          aria-label={endLabel}
          onClick={() => run(({ endFaults }) => endFaults())}
        >
          <IconX size={14} aria-hidden />
        </button>
      </Hint>
    </span>
  );
}
