/**
 * The expanded row of an order: the reason for it, the reason for its exchange, and its cost at every other exchange.
 */
import type { PlanExplanationWire } from '../../../src-server/contract/service/explanation.ts';
import type { OrderWire } from '../../../src-server/contract/service/form-b.ts';
import { boundAt } from '../constraints/constraint-labels.ts';
import { formatMoney, withOwnSpaces } from '../format/format-number.ts';
import { PlainHead } from '../tables/table-head.tsx';
import classes from './explanation.module.css';

interface OrderWhyProps {
  readonly order: OrderWire;
  readonly currency: string;
  /** Null: the plan was made before there were explanations, and only has the order's own sentence. */
  readonly explanation: PlanExplanationWire | null;
}

export function OrderWhy({ order, currency, explanation }: OrderWhyProps) {
  const why = explanation?.orders.find(({ sequence }) => sequence === order.sequence);
  return (
    <div className={classes.orderWhy}>
      <p>{withOwnSpaces(order.reason.text)}</p>
      {boundAt(explanation?.constraints, order).map(({ constraint, text }) => (
        <p key={constraint}>{withOwnSpaces(text)}</p>
      ))}
      {why !== undefined && <p>{withOwnSpaces(why.venue_text)}</p>}
      {why !== undefined && why.alternatives.length > 0 && (
        <table className={classes.orderWhyVenues}>
          <caption>Instead of {order.exchange}</caption>
          <PlainHead labels={['Exchange', `All-in cost ${currency}`, 'Compared']} />
          <tbody>
            {why.alternatives.map(({ exchange, total_cost, reason }) => (
              <tr key={exchange}>
                <th scope="row">{exchange}</th>
                <td>{total_cost === null ? '–' : formatMoney(total_cost)}</td>
                <td>{withOwnSpaces(reason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
