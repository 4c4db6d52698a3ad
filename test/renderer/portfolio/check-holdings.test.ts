/** Typed holdings are validated before anything is sent; a cost without a date counts as paid now. */
import { describe, expect, it } from 'vitest';
import { holdingDraft, holdingRows } from '../../../src-renderer/components/portfolios/portfolio-draft.ts';
import { scaledText } from '../../../src-renderer/components/portfolios/target-weights.ts';
import {
  hasLots,
  holdingIssues,
  withPurchaseDates,
} from '../../../src-renderer/screens/portfolios/edit/check-holdings.ts';

const SAP = 'DE0007164600';
const NOW = '2026-03-02T10:36:02.000Z';
const NOW_MS = Date.parse(NOW);
const holding = (quantity: number | string, cost: number | string = '', acquired = '') => ({
  ...holdingDraft(SAP, 'XETR', quantity),
  cost,
  acquired,
});
const contents = (...holdings: ReturnType<typeof holding>[]) => ({ cash: 0, holdings, targets: [] });
const issuesOf = (...holdings: ReturnType<typeof holding>[]) =>
  holdingIssues(contents(...holdings), NOW_MS).map(({ path, issue }) => `${path} ${issue}`);

describe('a holding', () => {
  it('with a cost and no date counts as bought now', () => {
    expect(issuesOf(holding(10, 98.4))).toEqual([]);
    const dated = withPurchaseDates(contents(holding(10, 98.4)), NOW_MS, null);
    expect(holdingRows(dated)).toEqual([
      { isin: SAP, exchange: 'XETR', quantity: 10, lots: [{ quantity: 10, unit_cost: 98.4, acquired_at: NOW }] },
    ]);
  });

  it('retains the date that it was saved with, so that it is not sent again', () => {
    const typed = contents(holding(10, 98.4));
    const saved = withPurchaseDates(typed, NOW_MS, null);
    expect(withPurchaseDates(typed, NOW_MS + 5000, saved)).toEqual(saved);
    const changed = contents({ ...(typed.holdings[0] ?? holding(1)), cost: 99 });
    expect(withPurchaseDates(changed, NOW_MS + 5000, saved).holdings[0]?.acquired).toBe('2026-03-02T10:36:07.000Z');
  });

  it.each([
    [holding(-200), '/quantity enter 0 or a positive number'],
    [holding('-200'), '/quantity enter 0 or a positive number'],
    [holding(10, '', '2024-05-10'), '/lots/0/unit_cost enter the cost of a share, or clear the date'],
    [holding(10, '-3'), '/lots/0/unit_cost enter 0 or a positive number'],
    [holding(10, 98.4, 'soon'), '/lots/0/acquired_at enter the date of purchase, such as 2024-05-10'],
    [holding(10, 98.4, '2026-03-03'), '/lots/0/acquired_at enter a date before now, 2026-03-02\u00a010:36:02'],
  ])('that the service would refuse is refused before anything is sent: %#', (faulty, issue) => {
    expect(issuesOf(holding(1), faulty)).toEqual([`/holdings/1${issue}`]);
  });

  it('has lots where a cost, a date or lots of a file say so', () => {
    expect([holding(1), holding(1, 5), holding(1, '', '2024-05-10')].map((row) => hasLots(contents(row)))).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('targets that leave cash', () => {
  const target = (isin: string, percent: number) => ({ key: isin, isin, percent });

  it('are explained with how a rebalance of Form A treats them', () => {
    const targets = [target('AZN', 40), target('IWDA', 55.5)];
    expect(scaledText(targets, (isin) => isin)).toBe(
      'AZN from 40\u202f% to 41.88\u202f%, IWDA from 55.5\u202f% to 58.12\u202f%',
    );
  });

  it.each([[[target('AZN', 40), target('IWDA', 60)]], [[target('AZN', 99.95)]], [[target('AZN', 0)]], [[]]])(
    'are not explained where nothing is scaled: %#',
    (targets) => {
      expect(scaledText(targets, (isin) => isin)).toBeNull();
    },
  );
});
