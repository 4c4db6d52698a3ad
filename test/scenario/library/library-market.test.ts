/**
 * Tests the coverage of the market's half of the library, and its longest scenario, which is too large for a golden
 * log.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { playScenario } from '../../../src-server/app.ts';
import { FAULT_KINDS } from '../../../src-server/domain/events/event-choices.ts';
import { loadScenario } from '../../../src-server/runner/library/load-scenario.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { readMarketFacts } from '../../../src-server/world/market-facts.ts';
import { proves } from '../../conformance/proves.ts';
import { GOLDEN_SCENARIOS, LIBRARY_FOLDER, textOfScenario } from '../../support/library-scenarios.ts';
import { jobOf } from '../replay/play-text.ts';

describe('the scenarios of markets and execution', () => {
  it('set every fault that exchanges and prices can have', () => {
    const text = GOLDEN_SCENARIOS.map(textOfScenario).join('\n');
    for (const kind of FAULT_KINDS) expect(text, `none sets ${kind}`).toContain(`kind: ${kind}`);
  });

  it('show the outcome of an order in each of the ten instruments with a fate', proves('O8.3', 'O8.4', 'O8.5'), () => {
    const { steps } = scenarioOf('exchanges/instruments-with-a-fate');
    const expectedStatuses = steps.flatMap((step) => ('request' in step ? statusesIn(step.expect?.body ?? {}) : []));
    const statusesOf = (isin: string) => expectedStatuses.flatMap((each) => (each.isin === isin ? [each.status] : []));
    const { fates } = readMarketFacts(packageRoot()).market;
    expect(Object.fromEntries([...fates].map(([isin, fate]) => [fate, statusesOf(isin)]))).toEqual({
      filled_at_once: ['filled'],
      half_then_silent: ['partially_filled'],
      rejected: ['rejected'],
      never_acknowledged: ['sent'],
      filled_after_close: ['sent', 'filled'],
      halted: ['sent'],
      report_lost: ['sent', 'filled'],
      report_twice: ['filled'],
      crossed_quotes: ['filled'],
      no_price: [],
    });
    const text = textOfScenario('exchanges/instruments-with-a-fate.yaml');
    expect(text).toContain('Pricing is unavailable for QZNOPRICE001');
    expect(text).toMatch(/QZCROSSED005:XETR.*\n.*spread_bps: \{ less: -49 \}/);
    expect(text).toContain('type: order.report_ignored');
  });

  it('show which mistakes a client can make on the first day of T+1, in both directions', proves('O4.2'), () => {
    const { description } = scenarioOf('settlement/t-plus-1-day');
    expect(description).toMatch(/A client goes wrong in either direction.*refused.*idle for a day/s);
  });

  it('run a year of a hundred portfolios, to the stated hash', { tags: ['deep'] }, async () => {
    const file = join(LIBRARY_FOLDER, 'large/year-of-100-portfolios.yaml');
    const outcome = await playScenario(jobOf(file, packageRoot(), { retain: 'figures' }));
    expect(outcome.steps.flatMap(({ failures }) => failures)).toEqual([]);
    expect([outcome.status, outcome.figures?.rebalances]).toEqual(['passed', { complete: 1200 }]);
  });
});

function scenarioOf(name: string) {
  const result = loadScenario(join(LIBRARY_FOLDER, `${name}.yaml`), packageRoot());
  if (!result.ok) throw new Error(`${name} is not sound`);
  return result.loaded.scenario;
}

/** The orders of an expected body by their ISIN, index or part of their fields, with their status. */
function statusesIn(body: object): { isin: string; status: string }[] {
  const members = new Map<string, unknown>(Object.entries(body));
  const placed = [...members].flatMap(([at, isin]) =>
    at.endsWith('/isin') ? [{ isin: String(isin), status: String(members.get(at.replace('isin', 'status'))) }] : [],
  );
  const orders = members.get('/orders') as { some?: { body: Record<string, unknown> } } | undefined;
  const some = orders?.some?.body;
  return some === undefined ? placed : [...placed, { isin: String(some['/isin']), status: String(some['/status']) }];
}
