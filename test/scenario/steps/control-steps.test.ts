/** Tests steps of a scenario that use the control plane, and initial contents of a world other than portfolios. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { replayScenarios } from '../../../src-server/app.ts';
import { proves } from '../../conformance/proves.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const PRICE = 'request: { form: B, method: GET, path: /prices/DE0007164600 }';
const UNLISTED = 'request: { form: B, method: GET, path: /prices/CH0038863350 }';

describe('a scenario', () => {
  it('disconnects exchanges, changes them, moves prices, sets faults and ends them', async () => {
    const { exit, lines } = await replay(`
world: {}
steps:
  - exchange: XETR
    set: { connected: false, lot_size: 1 }
  - ${PRICE}
    expect: { body: { /prices/0/exchange: XPAR } }
  - exchange: XETR
    set: { connected: true }
  - ${PRICE}
    expect: { body: { /prices/0/exchange: XETR, /prices/0/mid_eur: { range: [200, 260] } } }
  - market_event: { kind: jump, isin: DE0007164600, size: 1 }
  - ${PRICE}
    expect: { body: { /prices/0/mid_eur: { range: [400, 520] } } }
  - fault: { kind: stale_prices }
    as: stale
  - ${PRICE}
    expect: { status: 500 }
  - end_fault: '\${stale}'
  - ${PRICE}
    expect: { status: 200 }
`);
    expect(lines.join('\n')).toMatch(/^passed {2}Steps {2}\(10 steps, /);
    expect(exit).toBe(0);
  });

  it('sets faults of responses and webhooks, initially or by a step, and ends them', proves('L39'), async () => {
    const { exit, lines } = await replay(`
world:
  webhooks: [{ url: /sim/sink/mine }]
  faults: [{ kind: webhook_drop, match: { types: [rebalance.created] }, count: 1 }]
steps:
  - fault: { kind: api_error, code: internal_error, match: { operation: getPrices } }
    as: broken
  - ${PRICE}
    expect: { status: 500, body: { /error/code: internal_error } }
  - end_fault: '\${broken}'
  - ${PRICE}
    expect: { status: 200 }
  - request:
      form: B
      method: POST
      path: /portfolios
      body: { external_id: x, currency: EUR, tax_wrapper: Depot, cash: 5000, targets: [{ isin: DE0007164600, weight: 0.5 }] }
      save: { pf: /portfolio_id }
  - request: { form: B, method: POST, path: /rebalance, body: { portfolio_id: '\${pf}' } }
  - request: { form: B, method: POST, path: /rebalance, body: { portfolio_id: '\${pf}' } }
  - advance: 10m
  - expect_webhook: { type: rebalance.created, count: 1 }
`);
    expect(lines.join('\n')).toMatch(/^passed {2}Steps {2}\(9 steps, /);
    expect(exit).toBe(0);
  });

  it('reports a fault of its world for an unknown subject', async () => {
    const { exit, lines } = await replay(`
world:
  faults: [{ kind: webhook_drop, match: { webhook_id: wh_0 } }, { kind: api_hang, match: { operation: sell } }]
steps:
  - advance: 1s
`);
    expect(exit).toBe(65);
    expect(lines.join('\n')).toContain('is not an operation');
  });

  it('starts with the exchanges, events and faults of its world', proves('L22'), async () => {
    const { exit, lines } = await replay(`
world:
  exchanges: { XETR: { connected: false } }
  market_events: [{ kind: jump, isin: DE0007164600, size: 1 }]
  faults: [{ kind: exchange_down, exchange: XSWX, for: 1h }]
steps:
  - ${PRICE}
    expect: { body: { /prices/0/exchange: XPAR, /prices/0/mid_eur: { range: [400, 520] } } }
  - ${UNLISTED}
    expect: { status: 500 }
  - advance: 2h
  - ${UNLISTED}
    expect: { status: 200 }
`);
    expect(lines.join('\n')).toMatch(/^passed {2}Steps {2}\(4 steps, /);
    expect(exit).toBe(0);
  });

  it("starts with the quotas of its world's accounts", async () => {
    const plan = (status: number) => `
  - request: { form: B, method: POST, path: /rebalance, body: { portfolio_id: '\${one}' } }
    expect: { status: ${status} }`;
    const { exit, lines } = await replay(`
world:
  accounts: { default: { monthly_limit: 1 }, desk: { tier: starter } }
  portfolios:
    - form: B
      as: one
      request: { external_id: x, currency: EUR, tax_wrapper: Depot, cash: 10000, targets: [{ isin: DE0007164600, weight: 1 }] }
steps:${plan(201)}${plan(402)}
  - advance: 31d${plan(201)}
`);
    expect(lines.join('\n')).toMatch(/^passed {2}Steps /);
    expect(exit).toBe(0);
  });

  it('fails at a step that the control plane refuses, with its details', async () => {
    const { exit, lines } = await replay(`
world: {}
steps:
  - fault: { kind: exchange_down, exchange: XNYS }
  - ${PRICE}
`);
    expect(exit).toBe(1);
    expect(lines[0]).toMatch(/^FAILED {2}Steps {2}\(1 step, /);
    expect(lines.join('\n')).toMatch(/refused with 400: The fault cannot be set: \/exchange is not one of XETR, /);
    expect(lines.join('\n')).toMatch(/\/exchange: is not one of XETR, /);
  });

  it('is refused with exit 65 if it uses a name that nothing saves', async () => {
    const { exit, lines } = await replay(`
world: {}
steps:
  - end_fault: '\${never}'
`);
    expect(exit).toBe(65);
    expect(lines.join('\n')).toContain('nothing before this saves ${never}');
  });

  it('is refused with exit 65 and the place of every issue in its world and steps', async () => {
    const { exit, lines } = await replay(`
world:
  exchanges: { XETR: { participation: 2 } }
  faults: [{ kind: halt_instrument }]
steps:
  - exchange: XETR
    set: { lot_size: 3 }
  - fault: { kind: late_fills, delay_ms: 0 }
`);
    expect(exit).toBe(65);
    const faults = lines.join('\n').split('\n').slice(1, -1);
    expect(faults.map((line) => line.replace(/^.*?(\d+:\d+ )/, '$1'))).toEqual([
      '3:24 /world/exchanges/XETR/participation: must be at most 1: 2 % is 0.02',
      '4:12 /world/faults/0/isin: is missing',
      '7:12 /steps/0/set/lot_size: is not a power of ten from 0.000001 to 1000',
      '8:32 /steps/1/fault/delay_ms: must be at least 1',
    ]);
  });

  it('is refused with exit 65 if its world cannot be created', async () => {
    const { exit, lines } = await replay(`
world:
  exchanges: { XNYS: { connected: false } }
  faults: [{ kind: exchange_down, exchange: XNYS }]
steps: [{ advance: 1h }]
`);
    expect(exit).toBe(65);
    expect(lines.map((line) => line.replace(/^.*?(\d+:\d+ )/, '$1'))).toEqual(
      expect.arrayContaining([
        '3:16 /world/exchanges/XNYS: There is no exchange XNYS.',
        expect.stringMatching(/^4:35 \/world\/faults\/0\/exchange: is not one of XETR, /),
      ]),
    );
  });
});

async function replay(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-steps-'));
  folders.push(folder);
  const file = join(folder, 'steps.yaml');
  writeFileSync(file, `name: Steps${text}`);
  const lines: string[] = [];
  const exit = await replayScenarios({
    files: [file],
    seed: null,
    update: false,
    junit: null,
    html: null,
    json: false,
    write: (line) => lines.push(line),
  });
  return { exit, lines: lines.join('\n').split('\n') };
}
