/**
 * A trace in the app: from the request of a plan to the response of its receiver, by pointer and by keyboard.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;
let rebalanceId = '';

beforeAll(async () => {
  app = await openApp();
  await send(app.ballast.controlUrl, app.ballast.adminToken, '/webhooks', { url: '/sim/sink/first' });
  // Nobody listens on the discard port, so this endpoint's deliveries wait for another attempt.
  await send(app.ballast.controlUrl, app.ballast.adminToken, '/webhooks', { url: 'http://127.0.0.1:9/nobody' });
  const { formBUrl, apiKey } = app.ballast;
  const targets = [{ isin: 'DE0007164600', weight: 1 }];
  const account = { external_id: 'followed', currency: 'EUR', tax_wrapper: 'Depot', targets, cash: 10_000 };
  const portfolio = await send(formBUrl, apiKey, '/portfolios', account);
  const plan = await send(formBUrl, apiKey, '/rebalance', { portfolio_id: portfolio.portfolio_id });
  rebalanceId = plan.rebalance_id ?? '';
  await send(formBUrl, apiKey, `/rebalance/${rebalanceId}/execute`, { confirm: true });
});
afterAll(() => app.close());

async function send(base: string, key: string, path: string, body: unknown): Promise<Record<string, string>> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as Record<string, string>;
}

const tree = () => app.page.getByRole('tree', { name: 'Steps of the trace' });
const steps = () => tree().getByRole('treeitem');
const step = () => app.page.getByRole('complementary', { name: 'Step' });

describe('the trace of a rebalance', () => {
  it('is reached from the rebalance', async () => {
    await app.show(`/rebalances/${rebalanceId}`);
    await app.page.getByRole('link', { name: 'Trace', exact: true }).click();
    await app.page.waitForURL(app.at(`/traffic/trace/${rebalanceId}`));
    await steps().first().waitFor();
  });

  it('shows every step from the request to the sink, each below its cause', async () => {
    const kinds = ['request', 'command', 'log entry', 'delivery', 'attempt', 'received'];
    for (const kind of kinds) await steps().getByText(kind, { exact: true }).first().waitFor();
    const sink = steps().filter({ hasText: 'The sink first received it' }).first();
    await sink.waitFor();
    expect(Number(await sink.getAttribute('aria-level'))).toBe(6);
    await steps().filter({ hasText: '/execute responded with 202' }).waitFor();
  });

  it('continues without a reload when virtual time does, and offers to advance it', async () => {
    await app.page.getByText('The virtual clock is not moving.').waitFor();
    await app.page.getByRole('button', { name: 'Advance 5 min' }).click();
    await steps()
      .filter({ hasText: /filled: .* SAP at/ })
      .first()
      .waitFor();
    await steps()
      .filter({ hasText: /^.*Attempt 2:/ })
      .first()
      .waitFor();
  });

  it('opens a step with its fields and leads to the objects that it names', async () => {
    await steps().filter({ hasText: 'Webhook rebalance.created' }).first().click();
    await step().getByText('"delivery_id"').waitFor();
    expect(await step().getByRole('link', { name: 'The delivery' }).getAttribute('href')).toMatch(
      /^\/traffic\/webhooks\/deliveries\/dl_/,
    );
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.reload();
    await step().getByText('"delivery_id"').waitFor();
    await step().getByRole('button', { name: 'Close the inspector' }).click();
    await step().waitFor({ state: 'detached' });
  });

  it('is moved through, collapsed and opened by the keyboard', async () => {
    const all = await steps().count();
    await steps().first().focus();
    await app.page.keyboard.press('ArrowLeft');
    expect(await steps().first().getAttribute('aria-expanded')).toBe('false');
    expect(await steps().count()).toBeLessThan(all);
    await app.page.keyboard.press('ArrowRight');
    await app.page.keyboard.press('ArrowRight');
    await app.page.keyboard.press('Enter');
    await step().getByText('createPlan wrote').waitFor();
    await app.page.getByRole('button', { name: 'Collapse all', exact: true }).click();
    expect(await steps().count()).toBeLessThan(5);
    await app.page.getByRole('button', { name: 'Expand all' }).click();
    expect(await steps().count()).toBe(all);
  });

  it('begins with the request, which leads to the same trace', async () => {
    await app.page.getByRole('link', { name: 'Request', exact: true }).click();
    await app.page.waitForURL(/\/traffic\/requests\/rq_/);
    await app.page.getByRole('link', { name: 'Trace' }).click();
    await app.page.waitForURL(/\/traffic\/trace\/rq_/);
    await steps().filter({ hasText: 'POST /form-b/v1/rebalance responded with 201' }).waitFor();
  });

  it('reports an address that traces nothing', async () => {
    await app.show('/traffic/trace/rb_00000000000000000000000000');
    await app.page.getByText('There is no such trace.').waitFor();
    await app.show('/traffic/trace/nonsense');
    await app.page.getByText('Loading the trace failed').waitFor();
    expect(app.complaints).toEqual([]);
  });
});
