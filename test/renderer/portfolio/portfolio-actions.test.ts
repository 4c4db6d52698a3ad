/** One rule says what can be done with a portfolio, for its header, its menus, a selection and the palette. */
import { describe, expect, it } from 'vitest';
import { APP_ACCOUNT } from '../../../src-renderer/api/portfolios-api.ts';
import {
  canPlanTogether,
  canRebalanceTogether,
  PORTFOLIO_ACTIONS,
  type PortfolioActionName,
  possibleActions,
} from '../../../src-renderer/components/portfolios/portfolio-actions.ts';
import type { PortfolioSummary } from '../../../src-server/contract/control/portfolios/portfolios.ts';

const ALL = Object.keys(PORTFOLIO_ACTIONS) as PortfolioActionName[];
const ALWAYS = ['edit', 'rename', 'delete'];

function portfolio(change: Partial<PortfolioSummary>): PortfolioSummary {
  const some = { form: 'B', account_id: APP_ACCOUNT, has_targets: true, rebalance: null };
  return { ...some, ...change } as PortfolioSummary;
}

describe('the possible actions', () => {
  it.each([
    ['a portfolio of the app with targets', {}, ['plan', 'compare', 'test']],
    ['one of Form A that was never rebalanced', { form: 'A', has_targets: false }, ['plan', 'compare']],
    ['one of another account', { account_id: 'acc_other' }, ['compare', 'test']],
    ['one of Form A of another account', { form: 'A', account_id: 'acc_other', has_targets: false }, ['compare']],
  ] as const)('of %s', (_what, change, names) => {
    expect(possibleActions(portfolio(change), ALL).map(({ name }) => name)).toEqual([...names, ...ALWAYS]);
  });

  it('name the reason of every other one in a sentence', () => {
    const other = portfolio({ form: 'B', account_id: 'acc_other', has_targets: false });
    for (const name of ['plan', 'compare', 'test'] as const) {
      expect(PORTFOLIO_ACTIONS[name].whyNot(other)).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe('a bulk rebalance', () => {
  const status = (text: string) => portfolio({ rebalance: { status: text } as PortfolioSummary['rebalance'] });

  it('takes portfolios with targets of either form and of any account', () => {
    expect(canRebalanceTogether(portfolio({ form: 'A', account_id: 'acc_other' }))).toBe(true);
    expect(canRebalanceTogether(portfolio({ has_targets: false }))).toBe(false);
  });

  it.each(['executing', 'partially_filled'])('takes none whose rebalance is %s', (text) => {
    expect(canRebalanceTogether(status(text))).toBe(false);
    expect(canRebalanceTogether(status('complete'))).toBe(true);
  });

  it('that is a dry run takes those that the app can plan without further targets', () => {
    expect(canPlanTogether(portfolio({}))).toBe(true);
    expect(canPlanTogether(portfolio({ form: 'A' }))).toBe(false);
    expect(canPlanTogether(portfolio({ account_id: 'acc_other' }))).toBe(false);
  });
});
