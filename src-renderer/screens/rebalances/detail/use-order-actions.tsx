/**
 * The actions on the orders of an executing rebalance: those that need input open a dialog, others are sent at once.
 */
import { type ReactNode, useState } from 'react';
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { OrderWire } from '../../../../src-server/contract/service/form-b.ts';
import { actOnOrder, type OrderActionName } from '../../../api/rebalances-api.ts';
import { useAction } from '../../../components/feedback/use-action.ts';
import { type InstrumentsByIsin, symbolOf } from '../../../components/orders/order-columns.tsx';
import { OrderActionDialog } from './order-action-dialog.tsx';
import { NEW_ORDER_ACTION, ORDER_ACTIONS, orderActionBody } from './order-action-labels.ts';
import { OrderActionButtons, OrderActionMenu } from './order-actions.tsx';

interface Chosen {
  readonly order: OrderWire;
  readonly action: OrderActionName;
}

interface OrderActions {
  readonly menuOf: (order: OrderWire) => ReactNode;
  readonly buttonsOf: (order: OrderWire) => ReactNode;
  readonly dialog: ReactNode;
}

export function useOrderActions(view: RebalanceView, instruments: InstrumentsByIsin): OrderActions {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const nameOf = ({ side, isin, exchange }: OrderWire) => `${side} ${symbolOf(isin, instruments)} on ${exchange}`;
  const possibleOf = (order: OrderWire) => view.by_hand.find(({ order_id: id }) => id === order.order_id);
  const acting = useAction({
    doing: 'Acting on the order',
    run: async ({ order, action }: Chosen) => {
      await actOnOrder(order.order_id, orderActionBody(action, NEW_ORDER_ACTION));
      return { order, action };
    },
    done: ({ order, action }) => `${ORDER_ACTIONS[action].label}: ${nameOf(order)}. ${ORDER_ACTIONS[action].outcome}`,
  });
  const choose = (order: OrderWire) => (action: OrderActionName) => {
    if (ORDER_ACTIONS[action].fields.length > 0) setChosen({ order, action });
    else acting.mutate({ order, action });
  };
  const dialogPossible = chosen === null ? undefined : possibleOf(chosen.order);
  return {
    menuOf: (order) => {
      const possible = possibleOf(order);
      if (possible === undefined) return null;
      return <OrderActionMenu name={nameOf(order)} possible={possible} onChoose={choose(order)} />;
    },
    buttonsOf: (order) => {
      const possible = possibleOf(order);
      return possible && <OrderActionButtons name={nameOf(order)} possible={possible} onChoose={choose(order)} />;
    },
    dialog: chosen !== null && dialogPossible !== undefined && (
      <OrderActionDialog
        {...chosen}
        name={nameOf(chosen.order)}
        possible={dialogPossible}
        limitPrice={view.progress.find(({ order_id: id }) => id === chosen.order.order_id)?.limit_price ?? null}
        onClose={() => setChosen(null)}
      />
    ),
  };
}
