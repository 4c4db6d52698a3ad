/**
 * What the market's half of the library has to cover as a whole, and its longest scenario, which is too large for a
 * golden log.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { playScenario } from '../../../src-server/app.ts';
import { FAULT_KINDS } from '../../../src-server/contract/control/market/faults.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { GOLDEN_SCENARIOS, LIBRARY_FOLDER, textOfScenario } from '../../support/library-scenarios.ts';
import { jobOf } from '../replay/play-text.ts';

describe('the scenarios of markets and execution', () => {
  it('set every fault that exchanges and prices can have', () => {
    const text = GOLDEN_SCENARIOS.map(textOfScenario).join('\n');
    for (const kind of FAULT_KINDS) expect(text, `none sets ${kind}`).toContain(`kind: ${kind}`);
  });

  it('live through a year of a hundred portfolios, to the hash that it says', { tags: ['deep'] }, async () => {
    const file = join(LIBRARY_FOLDER, 'large/year-of-100-portfolios.yaml');
    const outcome = await playScenario(jobOf(file, packageRoot(), { retain: 'figures' }));
    expect(outcome.steps.flatMap(({ failures }) => failures)).toEqual([]);
    expect([outcome.status, outcome.figures?.rebalances]).toEqual(['passed', { complete: 1200 }]);
  });
});
