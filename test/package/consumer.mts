/** Code that a strict project may write with `ballast/testing`; compiled by test/testing/package.test.ts, never run. */
import { type Ballast, BallastWaitError, type DeliverySummary, playScenario, startBallast } from 'ballast/testing';

const request = {
  external_id: 'a',
  currency: 'EUR',
  tax_wrapper: 'GIA',
  targets: [{ isin: 'DE0007164600', weight: 1 }],
} as const;

export async function everyCall(): Promise<void> {
  await using ballast: Ballast = await startBallast({
    seed: 3,
    clock: '2026-03-02T09:30:00Z',
    world: { portfolios: [{ form: 'B', as: 'mine', request: { ...request, targets: [...request.targets] } }] },
  });
  const { portfolio_id: id }: { portfolio_id: string } = await ballast.createPortfolio({ form: 'A', cash: 5000 });
  await ballast.advance('90m');
  await ballast.advance({ to: '2026-03-03T09:30:00Z' });
  const fault = await ballast.fault({ kind: 'api_error', code: 'internal_error', count: 2 });
  const hits: number = (await fault.view()).hits;
  const status: 'complete' | string = (await ballast.untilComplete(id, { within: '2d' })).status;
  const rows: DeliverySummary[] = await ballast.deliveries({ type: 'order.filled', status: 'failed' });
  await ballast.verify({ operation: 'createPlan', body: { '/portfolio_id': id }, count: hits });
  await ballast.sink('x').answer([{ status: 503, times: 2 }]);
  await ballast.market.jump('DE0007164600', -0.08);
  // @ts-expect-error There is no such fault.
  await ballast.fault({ kind: 'nope' });
  // @ts-expect-error There is no such option.
  await startBallast({ rulez: 1 });
  await playScenario('a.yaml', { seed: 1 });
  if (status === 'failed') throw new BallastWaitError(String(rows.length));
}
