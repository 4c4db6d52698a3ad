/** Says in the top bar how many faults are in force, so that nobody mistakes chaos for a bug; leads to where they are. */
import { Tooltip, VisuallyHidden } from '@mantine/core';
import { IconBolt, IconChartCandle, IconTransfer, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useFaults } from '../../api/faults-api.ts';
import { paths } from '../../paths.ts';
import { useCommand } from '../commands/use-command.ts';
import classes from './app-shell.module.css';

export function ActiveFaultsBadge() {
  const run = useCommand();
  const active = (useFaults().data?.faults ?? []).filter(({ status }) => status === 'active');
  if (active.length === 0) return null;
  const market = active.filter(({ scope }) => scope === 'market').length;
  // Faults of the market and of the wire are on two pages, so each has its own number, with the icon of its page.
  const places = [
    { place: 'market', to: paths.market, Icon: IconChartCandle, faults: market },
    { place: 'wire', to: paths.faults, Icon: IconTransfer, faults: active.length - market },
  ].filter(({ faults }) => faults > 0);
  const endLabel = `End every fault (${active.length})`;
  return (
    <span className={classes.chaos} data-active-faults>
      <IconBolt size={14} aria-hidden />
      {places.map(({ place, to, Icon, faults }) => {
        const words = `${faults === 1 ? 'fault is' : 'faults are'} in force`;
        const tip = `${faults} ${words}: the ${place} is broken on purpose. Open the list.`;
        return (
          <Tooltip key={place} label={tip} maw={280}>
            <Link to={to} className={classes.chaosPlace}>
              {places.length > 1 ? <Icon size={12} aria-hidden /> : <span className={classes.chaosWord}>chaos</span>}
              <strong>{faults}</strong>
              <VisuallyHidden> {words}</VisuallyHidden>
            </Link>
          </Tooltip>
        );
      })}
      <Tooltip label={`${endLabel}, and those that are still to come`}>
        <button
          type="button"
          className={classes.chaosEnd}
          aria-label={endLabel}
          onClick={() => run(({ endFaults }) => endFaults())}
        >
          <IconX size={14} aria-hidden />
        </button>
      </Tooltip>
    </span>
  );
}
