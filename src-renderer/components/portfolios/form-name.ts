/** The two forms of the interface by their meaning to the user; their letters are used where software is tested. */
import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';

export type FormName = PortfolioView['form'];

/** The choices under "How will this client be rebalanced?". */
export const FORM_CHOICES: Readonly<Record<FormName, string>> = { A: 'In one step', B: 'You approve each plan' };

/** Beside the name of a portfolio, where space is limited. */
export const FORM_BADGES: Readonly<Record<FormName, string>> = { A: 'in one step', B: 'plans approved' };

/** Tooltips of the forms. */
export const FORM_EXPLANATIONS: Readonly<Record<FormName, string>> = {
  A: 'Form A of the interface: a rebalance brings its target weights, and is planned and executed in one step',
  B: 'Form B of the interface: a plan is shown first, and executed once you confirm it',
};
