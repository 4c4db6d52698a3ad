/** A form that saves and undoes only what it changed: the changes of somebody else stay. */
import { afterEach, expect, it, vi } from 'vitest';
import { mergeFields } from '../../../src-renderer/api/changed-fields.ts';
import { createWholePortfolio, readConstraints, setConstraints } from '../../../src-renderer/api/portfolios-api.ts';
import { constraintsUndoing, saveConstraints } from '../../../src-renderer/components/constraints/save-constraints.ts';
import { accountChange, draftOf } from '../../../src-renderer/screens/accounts/account-draft.ts';
import { startBallast, stopAll } from '../../support/start-ballast.ts';
import { sendTo } from '../app-at-server.ts';

afterEach(async () => {
  vi.unstubAllGlobals();
  await stopAll();
});

it('fields are changed, added and removed, and others stay as they are now', () => {
  const before: Readonly<Record<string, number>> = { changed: 1, removed: 2, left: 3 };
  const now = { ...before, left: 30, new: 40 };
  expect(mergeFields(now, before, { changed: 10, left: 3, added: 50 })).toEqual({
    changed: 10,
    left: 30,
    new: 40,
    added: 50,
  });
});

it('constraints that somebody else set stay when others are saved, and when that is undone', async () => {
  sendTo(await startBallast());
  const request = { external_id: 'Anna', currency: 'EUR' as const, tax_wrapper: 'Depot' as const, cash: 5_000 };
  const { portfolio_id: id } = await createWholePortfolio({
    form: 'B',
    request: { ...request, targets: [{ isin: 'DE0007164600', weight: 0.5 }] },
  });
  const opened = { max_turnover: 0.1 };
  await setConstraints(id, { ...opened, do_not_sell: ['DE0007164600'] });
  const wanted = { gains_tax_budget: 100 };
  await saveConstraints(id, opened, wanted);
  expect((await readConstraints(id)).constraints).toEqual({ gains_tax_budget: 100, do_not_sell: ['DE0007164600'] });
  await constraintsUndoing(id, opened, wanted).run();
  expect((await readConstraints(id)).constraints).toEqual({ max_turnover: 0.1, do_not_sell: ['DE0007164600'] });
});

it('of an account only changed settings are sent, and only these are restored', async () => {
  const account = { account_id: 'desk', name: 'Desk', tier: 'growth', monthly_limit: null, rate_limit: 'off' } as const;
  const opened = draftOf(account);
  const changed = { ...opened, name: 'Trading desk', monthly_limit: '2' };
  expect(accountChange(opened, changed)).toEqual({ name: 'Trading desk', monthly_limit: 2 });
  expect(accountChange(changed, opened)).toEqual({ name: 'Desk', monthly_limit: null });
});
