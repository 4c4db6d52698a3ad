/** Says in the top bar how many faults are in force, so that nobody mistakes chaos for a bug; leads to the market. */
import { Tooltip } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useFaults } from '../client/queries.ts';

export function ChaosBadge() {
  const faults = useFaults().data?.faults ?? [];
  const active = faults.filter(({ status }) => status === 'active').length;
  if (active === 0) return null;
  const words = `${active === 1 ? 'fault is' : 'faults are'} in force`;
  return (
    <Tooltip label={`${active} ${words}: the market is broken on purpose. Open the list.`} maw={280}>
      <Link to="/market" className="chaos">
        <IconBolt size={14} aria-hidden />
        <span className="chaos-word">chaos</span>
        <strong>{active}</strong>
        <span className="sr-only"> {words}</span>
      </Link>
    </Tooltip>
  );
}
