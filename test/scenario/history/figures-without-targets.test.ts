/**
 * Tests that a portfolio without targets has no drift in the figures of a run, which differs from a drift of 0
 * (decision L137).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { playScenario } from '../../../src-server/app.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { proves } from '../../conformance/proves.ts';
import { newFolder, stopAll } from '../../support/start-ballast.ts';

const SCENARIO = `name: No targets
seed: 5
golden: none
steps:
  - request: { form: A, method: POST, path: /portfolios, body: { name: saver, currency: EUR, tax_jurisdiction: DE } }
`;

afterAll(stopAll);

it('a run has no drift for a portfolio without targets', proves('L137'), async () => {
  const file = join(newFolder(), 'no-targets.yaml');
  writeFileSync(file, SCENARIO);
  const nothing = { seed: null, vary: {}, dataDir: null, untilMs: null, restoreAfterStep: null };
  const { figures, faults } = await playScenario({ ...nothing, file, root: packageRoot(), retain: 'all' });
  expect(faults).toEqual([]);
  expect(figures?.portfolios.map(({ maxDriftBps }) => maxDriftBps)).toEqual([null]);
});
