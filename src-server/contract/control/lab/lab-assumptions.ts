/**
 * Sentences about the assumptions and omissions of a lab run, for its page and its report (decision P1). Without
 * schemas, so that a page need not load them. Pure.
 */
import type { LabRunFacts } from './lab-runs.ts';

type Flows = Pick<LabRunFacts, 'cash_flow' | 'portfolios'>;
type Assumed = Flows & Pick<LabRunFacts, 'taxes'>;

/** `money` formats an amount without its currency. */
export function labAssumptions(run: Assumed, money: (amount: number) => string): string[] {
  return [
    cashFlowSentence(run, money),
    'The constraints of each portfolio apply, as they do in its plans.',
    ...(run.taxes ? [TAX_IS_DEFERRED] : []),
    'Prices include income: dividends, settlement, market events and faults play no part.',
  ];
}

/** Without this sentence, a policy that sells little looks cheap. */
const TAX_IS_DEFERRED =
  'Costs and gains tax count what is paid until the end. A policy that sells less defers tax and does not save it: return after liquidation counts the tax on all that is sold at the end.';

/** Returns a sentence like `500.00 EUR is paid in every month. Cash flows scheduled for a portfolio are not counted.` */
function cashFlowSentence({ cash_flow: flow, portfolios }: Flows, money: (amount: number) => string): string {
  if (flow === null) return 'No cash flows are counted, not even those scheduled for a portfolio.';
  const currencies = new Set(portfolios.map(({ currency }) => currency));
  const unit = currencies.size === 1 ? [...currencies].join() : 'of the base currency';
  const direction = flow.amount < 0 ? 'out' : 'in';
  return `${money(Math.abs(flow.amount))}\u00a0${unit} is paid ${direction} every ${flow.every}. Cash flows scheduled for a portfolio are not counted.`;
}
