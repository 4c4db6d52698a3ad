/** Asks for the quantity, the price or the reason before an action on an order is sent to the exchange. */

import type { OrderPossibilities } from '../../../../src-server/contract/control/portfolios/order-actions.ts';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import type { OrderWire } from '../../../../src-server/contract/service/form-b.ts';
import { actOnOrder, type OrderActionName } from '../../../api/rebalances-api.ts';
import { priceFormatter, quantityFormatter } from '../../../components/format/format-number.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { fieldBounds } from '../../../components/forms/number-text.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { NEW_ORDER_ACTION, ORDER_ACTIONS, type OrderActionDraft, orderActionBody } from './order-action-labels.ts';

interface OrderActionDialogProps {
  readonly order: OrderWire;
  /** Name of the order: `buy EUNH on XETR`. */
  readonly name: string;
  readonly action: OrderActionName;
  readonly possible: OrderPossibilities;
  readonly limitPrice: number | null;
  readonly onClose: () => void;
}

const { NumberField, TextField } = fieldsOf<OrderActionDraft>();

export function OrderActionDialog({ order, name, action, possible, limitPrice, onClose }: OrderActionDialogProps) {
  const { label, outcome, fields } = ORDER_ACTIONS[action];
  const form = useServerForm({
    initial: NEW_ORDER_ACTION,
    send: (draft) => actOnOrder(order.order_id, orderActionBody(action, draft)),
    done: ({ exchange }) => `${label}: ${exchange} will act on ${name}. Its report arrives in virtual time.`,
    after: onClose,
  });
  const { rest, step } = possible;
  const shares = quantityFormatter([rest ?? 0, step ?? 1]);
  return (
    <FormDialog
      form={form}
      title={`${label} ${name}`}
      size={460}
      submitLabel={label}
      outcome={outcome}
      canSend={!fields.includes('quantity') || form.values.quantity !== ''}
      onClose={onClose}
    >
      {fields.includes('quantity') && (
        <NumberField
          name="quantity"
          required
          data-autofocus
          label="Quantity"
          {...fieldBounds(BOUNDS.positiveQuantity)}
          {...(rest === null || step === null
            ? {}
            : { description: `Less than the open quantity of ${shares(rest)}, in steps of ${shares(step)}.` })}
        />
      )}
      {fields.includes('price') && (
        <NumberField
          name="price"
          data-autofocus={!fields.includes('quantity') || undefined}
          label={`Price (${order.currency})`}
          description={priceText(order, limitPrice)}
          {...fieldBounds(BOUNDS.price)}
        />
      )}
      {fields.includes('reason') && (
        <TextField
          name="reason"
          data-autofocus
          label="Reason"
          description="Reason shown for the end of the order. Empty: a manual action at the exchange."
        />
      )}
    </FormDialog>
  );
}

function priceText({ side }: OrderWire, limitPrice: number | null): string {
  const usual = `Empty: the current ${side === 'buy' ? 'ask' : 'bid'}.`;
  if (limitPrice === null) return usual;
  return `${usual} At ${side === 'buy' ? 'most' : 'least'} ${priceFormatter([limitPrice])(limitPrice)}, its limit.`;
}
