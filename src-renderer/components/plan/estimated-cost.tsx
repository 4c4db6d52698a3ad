/** What a plan is estimated to cost, within a sentence: its costs, and the tax on the gains of its sells where there is any. */
import type { RebalancePlan } from '../../../src-server/contract/service/form-b.ts';
import { formatCostBps, formatMoney } from '../format/format-number.ts';

export function EstimatedCost({ plan, currency }: { readonly plan: RebalancePlan; readonly currency: string }) {
  const { cost_estimate: costs, tax_estimate: tax } = plan;
  return (
    <>
      an estimated cost of{' '}
      <strong>
        {formatMoney(costs.total)} {currency}
      </strong>{' '}
      ({formatCostBps(costs.total_bps)} bps)
      {tax !== null && tax !== 0 && (
        <>
          {' '}
          and an estimated gains tax of{' '}
          <strong>
            {formatMoney(tax)} {currency}
          </strong>
        </>
      )}
    </>
  );
}
