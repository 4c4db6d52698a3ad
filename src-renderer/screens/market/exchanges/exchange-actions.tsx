/** What can be done to an exchange at once: take its line down and up, or open its settings. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import type { ExchangeView } from '../../../../src-server/contract/control/market/exchange-control.ts';
import { changeExchange } from '../../../api/market-api.ts';
import { useAction } from '../../../components/feedback/use-action.ts';
import classes from '../market.module.css';

interface ExchangeActionsProps {
  readonly exchange: ExchangeView;
  readonly onEdit: () => void;
}

export function ExchangeActions({ exchange, onEdit }: ExchangeActionsProps) {
  const { mic, connected } = exchange;
  const change = useAction({
    doing: connected ? `Disconnecting ${mic}` : `Connecting ${mic}`,
    run: () => changeExchange(mic, { connected: !connected }),
    done: (answer) => (answer.connected ? `${mic} is connected.` : `The line to ${mic} is down until it is connected.`),
  });
  const settingsLabel = `Settings of ${mic}`;
  return (
    <span className={classes.marketSide}>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`${connected ? 'Disconnect' : 'Connect'} ${mic}`}
        loading={change.isPending}
        onClick={() => change.mutate(undefined)}
      >
        {connected ? 'Disconnect' : 'Connect'}
      </Button>
      <Tooltip label={settingsLabel}>
        <ActionIcon size="sm" aria-label={settingsLabel} onClick={onEdit}>
          <IconSettings size={14} />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}
