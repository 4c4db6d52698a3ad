/** Says in the top bar how many faults are in force, so that nobody mistakes chaos for a bug; leads to where they are. */
import { Tooltip, VisuallyHidden } from '@mantine/core';
import { IconBolt, IconChartCandle, IconTransfer, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFaults } from '../../api/faults-api.ts';
import { paths } from '../../paths.ts';
import { useCommand } from '../commands/use-command.ts';
import classes from './app-shell.module.css';

export function ActiveFaultsBadge() {
  const faults = useFaults().data?.faults ?? [];
  const active = faults.filter(({ status }) => status === 'active');
  const market = active.filter(({ scope }) => scope === 'market').length;
  const wire = active.length - market;
  if (active.length === 0) return null;
  const areBoth = market > 0 && wire > 0;
  const word = <span className={classes.chaosWord}>chaos</span>;
  return (
    <span className={classes.chaos} data-active-faults>
      <IconBolt size={14} aria-hidden />
      {market > 0 && (
        <Where to={paths.market} place="market" faults={market}>
          {areBoth ? <IconChartCandle size={12} aria-hidden /> : word}
        </Where>
      )}
      {wire > 0 && (
        <Where to={paths.faults} place="wire" faults={wire}>
          {areBoth ? <IconTransfer size={12} aria-hidden /> : word}
        </Where>
      )}
      <EndAll faults={active.length} />
    </span>
  );
}

/** Also those that are still to come, like the command of the palette, whose words tell how many there were. */
function EndAll({ faults }: { readonly faults: number }) {
  const run = useCommand();
  const label = `End every fault (${faults})`;
  return (
    <Tooltip label={`${label}, and those that are still to come`}>
      <button
        type="button"
        className={classes.chaosEnd}
        aria-label={label}
        onClick={() => run(({ endFaults }) => endFaults())}
      >
        <IconX size={14} aria-hidden />
      </button>
    </Tooltip>
  );
}

interface WhereProps {
  readonly to: string;
  readonly place: 'market' | 'wire';
  readonly faults: number;
  readonly children: ReactNode;
}

/** Faults of the market and of the wire are on two pages, so each has its own number, with the icon of its page. */
function Where({ to, place, faults, children }: WhereProps) {
  const words = `${faults === 1 ? 'fault is' : 'faults are'} in force`;
  return (
    <Tooltip label={`${faults} ${words}: the ${place} is broken on purpose. Open the list.`} maw={280}>
      <Link to={to} className={classes.chaosPlace}>
        {children}
        <strong>{faults}</strong>
        <VisuallyHidden> {words}</VisuallyHidden>
      </Link>
    </Tooltip>
  );
}
