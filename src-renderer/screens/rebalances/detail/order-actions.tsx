/** The manual actions on a working order: the menu of its row, and the buttons in its expanded row. */
import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { SyntheticEvent } from 'react';
import type { OrderPossibilities } from '../../../../src-server/contract/control/portfolios/order-actions.ts';
import { markStale } from '../../../api/freshness.ts';
import type { OrderActionName } from '../../../api/rebalances-api.ts';
import { Hint } from '../../../components/layout/hint.tsx';
import { commonObstacle, ORDER_ACTIONS, obstacleSentence } from './order-action-labels.ts';

interface OrderActionsProps {
  /** Name of the order: `buy EUNH on XETR`. */
  readonly name: string;
  readonly possible: OrderPossibilities;
  readonly onChoose: (action: OrderActionName) => void;
}

/** Its clicks and keys must not reach the row. */
const OWN = { onClick: stop, onKeyDown: stop };

function stop(event: SyntheticEvent): void {
  event.stopPropagation();
}

/**
 * A table has one tab stop; the keyboard alternative is the buttons in the expanded row. The rebalance is read again
 * when the menu opens, since an order arrives at its exchange without a message.
 */
export function OrderActionMenu({ name, possible, onChoose }: OrderActionsProps) {
  const common = commonObstacle(possible);
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 100 }} returnFocus onOpen={() => markStale(['rebalance'])}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={24}
          aria-label={`Actions on ${name}`}
          title="Exchange actions"
          tabIndex={-1}
          {...OWN}
        >
          <IconDots size={14} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown maw={320} {...OWN}>
        {common !== null && <Menu.Label>{obstacleSentence(common)}</Menu.Label>}
        {possible.actions.map(({ action, obstacle }) => (
          <Menu.Item key={action} disabled={obstacle !== null} onClick={() => onChoose(action)}>
            {labelOf(action)}
            {obstacle !== null && common === null && <div>{obstacleSentence(obstacle)}</div>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function OrderActionButtons({ name, possible, onChoose }: OrderActionsProps) {
  const common = commonObstacle(possible);
  if (common !== null) return <p>No exchange action is possible now: the order {common}.</p>;
  return (
    <Group gap="xs" role="group" aria-label={`Exchange actions for ${name}`} {...OWN}>
      {possible.actions.map(({ action, obstacle }) => (
        <Hint
          key={action}
          label={obstacle === null ? ORDER_ACTIONS[action].outcome : obstacleSentence(obstacle)}
          maw={320}
        >
          <Button
            size="compact-sm"
            variant="default"
            aria-disabled={obstacle !== null}
            data-disabled={obstacle !== null}
            onClick={() => obstacle === null && onChoose(action)}
          >
            {labelOf(action)}
          </Button>
        </Hint>
      ))}
    </Group>
  );
}

/** The label shows if an action asks for more before it is sent. */
function labelOf(action: OrderActionName): string {
  const { label, fields } = ORDER_ACTIONS[action];
  return fields.length > 0 ? `${label}…` : label;
}
