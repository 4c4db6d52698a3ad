/** Tests the defaults of `createPortfolio`, and that nothing of a server keeps a process alive once it has stopped. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { type Ballast, startBallast } from '../../src-server/testing/testing.ts';
import { proves } from '../conformance/proves.ts';
import { runProcess } from '../support/run-process.ts';

const SAP = 'DE0007164600';
const ALLIANZ = 'DE0008404005';

let ballast: Ballast;
beforeAll(async () => {
  ballast = await startBallast();
});
afterAll(() => ballast.stop());

test('a portfolio of Form B needs only its form, and can be rebalanced', proves('L105'), async () => {
  const made = await ballast.createPortfolio({ form: 'B' });
  expect(made).toMatchObject({
    external_id: 'test-1',
    currency: 'EUR',
    tax_wrapper: 'Depot',
    cash: { amount: 100_000 },
  });
  expect(made.targets).toEqual([{ isin: SAP, weight: 1 }]);
  const plan = await ballast.fetch('/rebalance', { json: { portfolio_id: made.portfolio_id } });
  expect(plan.status).toBe(201);
});

test('a portfolio with holdings has these in equal parts as targets, and no cash', proves('L105'), async () => {
  const holdings = [SAP, ALLIANZ].map((isin) => ({ isin, exchange: 'XETR', quantity: 1 }));
  const { targets, cash } = await ballast.createPortfolio({ form: 'B', holdings });
  expect(targets).toEqual([
    { isin: SAP, weight: 0.5 },
    { isin: ALLIANZ, weight: 0.5 },
  ]);
  expect(cash.amount).toBe(0);
});

test('a stopped server leaves nothing behind that would keep its process alive', { tags: ['deep'] }, async () => {
  const script = `
    import { startBallast } from '${join(packageRoot(), 'src-server/testing/testing.ts')}';
    const ballast = await startBallast();
    await ballast.createPortfolio({ form: 'A' });
    await ballast.stop();
    console.log(JSON.stringify(process.getActiveResourcesInfo().filter((name) => name === 'Timeout')));
  `;
  const { stdout, stderr, ended } = runProcess(process.execPath, ['--input-type=module', '-e', script]);
  expect([(await ended).exitCode, stdout().trim(), stderr()]).toEqual([0, '[]', '']);
});
