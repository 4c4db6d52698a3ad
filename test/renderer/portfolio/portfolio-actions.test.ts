/** One rule says what can be done with a portfolio, for its header, its menus, a selection and the palette. */
import { describe, expect, it } from 'vitest';
import { APP_ACCOUNT } from '../../../src-renderer/api/portfolios-api.ts';
import {
  leftOutText,
  PORTFOLIO_ACTIONS,
  type PortfolioActionName,
  possibleActions,
  whyNoDryRun,
  whyNotTogether,
} from '../../../src-renderer/components/portfolios/portfolio-actions.ts';
import { paths } from '../../../src-renderer/paths.ts';
import { selectedIn } from '../../../src-renderer/screens/rebalances/bulk/bulk-draft.ts';
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
    expect(whyNotTogether(portfolio({ form: 'A', account_id: 'acc_other' }))).toBeNull();
    expect(whyNotTogether(portfolio({ has_targets: false }))).toBe('without target weights');
  });

  it.each(['executing', 'partially_filled'])('takes none whose rebalance is %s', (text) => {
    expect(whyNotTogether(status(text))).toBe('with a rebalance under way');
    expect(whyNotTogether(status('complete'))).toBeNull();
  });

  it('that is a dry run takes those that the app can plan without further targets', () => {
    expect(whyNoDryRun(portfolio({}))).toBeNull();
    expect(whyNoDryRun(portfolio({ form: 'A' }))).toBe('rebalanced in one step');
    expect(whyNoDryRun(portfolio({ account_id: 'acc_other' }))).toBe('of another account');
  });

  it('says which of the selected portfolios it leaves out, and why', () => {
    const none = portfolio({ has_targets: false });
    const selected = [portfolio({}), none, none, status('executing'), portfolio({ form: 'A' })];
    expect(leftOutText(selected, whyNotTogether)).toBe(
      'Leaves out 3 of 5: 2 without target weights, 1 with a rebalance under way.',
    );
    expect(leftOutText([none], whyNoDryRun)).toBe('Leaves out 1 of 1: 1 without target weights.');
    expect(leftOutText([portfolio({})], whyNoDryRun)).toBeNull();
  });
});

describe('the address of a bulk rebalance', () => {
  const selectedAt = (path: string) => selectedIn(new URL(path, 'http://ballast.localhost'));

  it('names the selected portfolios, so that a new tab has them, too', () => {
    expect(selectedAt(paths.newBulkRebalanceOf(['pf_1', 'pf_2']))).toEqual(['pf_1', 'pf_2']);
    expect(selectedAt(paths.newBulkRebalance)).toBeNull();
  });

  it('that has lost some of them is not one of all portfolios outside the band', () => {
    for (const address of ['?selected=2', '?selected=2#pf_1', '?selected=2#pf_1,', '#pf_1']) {
      expect(selectedAt(`/rebalances/bulk${address}`), address).toBe('lost');
    }
  });
});
