/**
 * Sentences about the start, the assumptions and the omissions of a lab run, for its page, its report and the command
 * line (decision P8). Without schemas, so that a page need not load them. Pure.
 */
import { formatList } from '../../../domain/numbers/format-number.ts';
import { constraintPhrases } from '../portfolios/constraint-phrases.ts';
import type { LabRunFacts } from './lab-runs.ts';

type Flows = Pick<LabRunFacts, 'cash_flow' | 'portfolios'>;
type Constrained = Pick<LabRunFacts, 'portfolios' | 'with_constraints'>;
type Assumed = Flows & Constrained & Pick<LabRunFacts, 'taxes'>;
type Portfolio = LabRunFacts['portfolios'][number];

interface Writers {
  /** An amount without its currency. */
  readonly money: (amount: number) => string;
  readonly percent: (share: number) => string;
}

export function labAssumptions(run: Assumed, money: Writers['money']): string[] {
  return [
    cashFlowSentence(run, money),
    constraintsText(run),
    ...(run.taxes ? [TAX_IS_DEFERRED] : []),
    'Prices include income: dividends, settlement, market events and faults have no effect.',
  ];
}

/** Whether a constraint may keep a policy from trading to its goal. */
export function isConstrained({ portfolios }: Pick<LabRunFacts, 'portfolios'>): boolean {
  return portfolios.some(({ constraints }) => Object.keys(constraints).length > 0);
}

/**
 * Returns a sentence like `EU-Balanced-001 starts with 2 038 371.98 EUR, portfolio drift 6.71 % and max drift 5.20 %,
 * under these constraints: gains tax budget 5 000.00 EUR a plan.`
 */
export function labStart(portfolio: Portfolio, { with_constraints: hasThem }: Constrained, writers: Writers): string {
  const { name, currency, value, portfolio_drift: whole, max_drift: max, constraints } = portfolio;
  const { percent } = writers;
  const money = (amount: number) => `${writers.money(amount)}\u00a0${currency}`;
  const phrases = constraintPhrases(constraints, { money, percent });
  const drift = `portfolio drift ${percent(whole)} and max drift ${percent(max)}`;
  const under =
    phrases.length > 0
      ? `under these constraints: ${formatList(phrases)}`
      : hasThem
        ? 'and has no constraints'
        : 'and without its constraints';
  return `${name} starts with ${money(value)}, ${drift}, ${under}.`;
}

/** Without this sentence, a policy that sells little looks cheap. */
const TAX_IS_DEFERRED =
  'Costs and gains tax include only what is paid by the end. A policy that sells less defers tax rather than saving it: the return after liquidation includes the tax on everything sold at the end.';

const BUDGET_OF_A_PLAN =
  ' A gains tax budget applies to each plan, not to a year: a policy that makes several plans per year may pay several times as much.';

function constraintsText(run: Constrained): string {
  if (!run.with_constraints) return 'The constraints of the portfolios do not apply in this run.';
  if (!isConstrained(run)) return 'The portfolios have no constraints.';
  const hasBudget = run.portfolios.some(({ constraints }) => constraints.gains_tax_budget !== undefined);
  return `The constraints of each portfolio apply, as they do in its plans: they may prevent a policy from reaching the targets.${hasBudget ? BUDGET_OF_A_PLAN : ''}`;
}

/** Returns a sentence like `500.00 EUR is paid in every month; no other cash flow scheduled for a portfolio is included.` */
function cashFlowSentence({ cash_flow: flow, portfolios }: Flows, money: (amount: number) => string): string {
  if (flow === null) return 'No cash flows are included, not even those scheduled for a portfolio.';
  const currencies = new Set(portfolios.map(({ currency }) => currency));
  const unit = currencies.size === 1 ? [...currencies].join() : 'of the base currency';
  const direction = flow.amount < 0 ? 'out' : 'in';
  return `${money(Math.abs(flow.amount))}\u00a0${unit} is paid ${direction} every ${flow.every}; no other cash flow scheduled for a portfolio is included.`;
}
