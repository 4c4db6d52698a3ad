/** Tests that validate and replay refuse expectations whose result the scenario itself determines (decision K141). */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { prepareScenario } from '../../../src-server/runner/sweep/prepare-sweep.ts';
import { proves } from '../../conformance/proves.ts';
import { failuresOf, folderOf, play } from '../replay/play-text.ts';
import { PLAN, validateText, WORLD } from './validate-step.ts';

const PORTFOLIO =
  '{ form: B, as: depot, request: { external_id: d, currency: EUR, tax_wrapper: Depot, cash: 5000, targets: [{ isin: DE0007164600, weight: 0.9 }] } }';
const world = (members: string) =>
  `name: x\nclock: 2026-03-02T09:30:00Z\nworld:\n  portfolios: [${PORTFOLIO}]\n${members}`;
const PIN = '  pins: [{ isin: DE0007164600, mid: 200, currency: EUR }, { currency: USD, per_eur: 1.1 }]\n';
const LOOK = '  - request: { form: B, method: GET, path: /prices/DE0007164600 }\n    expect: { status: 200 }\n';

describe('an expectation that the scenario itself determines', () => {
  test.each([
    [
      'webhooks that no endpoint wants',
      `name: x\n${WORLD.replace('mine }', 'mine, events: [rebalance.created] }')}steps:\n${PLAN}  - expect_webhook: { sink: mine, type: order.filled, count: 0 }\n`,
      'is sent to no receiver: receivers subscribe only to rebalance.created',
    ],
    [
      'events that are never written',
      `name: x\n${WORLD}steps:\n${PLAN}  - expect_event: { type: dividend.accrued, count: 0 }\n`,
      'never occurs, because no instrument pays dividends',
    ],
  ])('%s: is refused by validate, by a replay and by a sweep', proves('K141.8'), async (_, text, issue) => {
    expect(validateText(text).faults.map((fault) => fault.issue)).toEqual([expect.stringContaining(issue)]);
    expect(failuresOf(await play(text.replace(/^name: x\n/, '')))).toEqual([expect.stringContaining(issue)]);
    const root = folderOf({ 'it.yaml': text });
    const faults = [expect.stringContaining(issue)];
    expect(prepareScenario(join(root, 'it.yaml'), [], root)).toEqual({ ok: false, faults });
  });

  test.each([
    [
      'a jump of what is pinned',
      `${world(`${PIN}  market_events: [{ kind: jump, isin: DE0007164600, size: -0.5, at: 2026-03-02T10:00:00Z }]\n`)}steps:\n  - advance: 1h\n${LOOK}`,
      'is pinned by the world, so this moves nothing: leave out the pin, or unpin DE0007164600 in a step',
    ],
    [
      'a trend of a currency that is pinned',
      `${world(`${PIN}  market_events: [{ kind: fx_trend, currency: USD, rate_per_day: 0.01, from: 2026-03-02T10:00:00Z, until: 2026-03-20T10:00:00Z }]\n`)}steps:\n${LOOK}`,
      'is pinned by the world, so this moves nothing: leave out the pin, or unpin USD in a step',
    ],
  ])(
    '%s: is refused by validate, and run by a replay, because recordings have it',
    proves('K141.9'),
    async (_, text, issue) => {
      expect(validateText(text).faults.map((fault) => fault.issue)).toEqual([expect.stringContaining(issue)]);
      expect(failuresOf(await play(text.replace(/^name: x\n/, '')))).toEqual([]);
    },
  );

  test(
    'is not reported for a value that a step unpins, for the volume of a pinned instrument, or for the price in a pinned currency',
    proves('K141.9'),
    () => {
      const jump = '{ kind: jump, isin: DE0007164600, size: -0.5, at: 2026-03-02T10:00:00Z }';
      const volume = '{ kind: volume, isin: DE0007164600, factor: 2, until: 2026-03-20T10:00:00Z }';
      const euro = '{ kind: jump, isin: FR0000120271, size: -0.5, at: 2026-03-02T10:00:00Z }';
      const faultsWith = (events: string, steps: string) =>
        validateText(`${world(`${PIN}  market_events: [${events}]\n`)}steps:\n${steps}`).faults;
      expect(faultsWith(jump, `  - market: { unpin: DE0007164600 }\n${LOOK}`)).toEqual([]);
      expect(faultsWith(volume, LOOK)).toEqual([]);
      expect(faultsWith(euro, LOOK)).toEqual([]);
    },
  );
});

test('a sink that gets its script after a plan responds to the webhook of the plan as before, whatever is read in between', async () => {
  for (const reads of [0, 1, 3]) {
    const steps = `${WORLD}steps:
${PLAN}${LOOK.repeat(reads)}  - control: { method: PUT, path: /sinks/mine, body: { answers: [{ status: 503, times: 1 }], afterwards: accept } }
  - expect_webhook: { sink: mine, type: rebalance.created, count: 1 }
  - expect_webhook: { type: rebalance.created, count: 1 }
`;
    expect(failuresOf(await play(steps)), `${reads} reads`).toEqual([]);
  }
});
