/** Tests which values of a scenario file may be varied, and their labels. */
import { expect, test } from 'vitest';
import { variableFields } from '../../../src-server/scenario/load/variable-fields.ts';

test('variables come first, steps last, each value with a name and its place', () => {
  const document = {
    name: 'Drift',
    seed: 7,
    steps: [{ advance: '1h' }],
    clock: '2026-03-02T09:30:00Z',
    variables: { band: 0.02 },
    world: {
      policy: { 'drift/threshold': 0.05 },
      portfolios: [{ as: 'growth', request: { cash: 5000, holdings: [{ isin: 'DE0007164600', quantity: 2 }] } }],
    },
  };
  expect(variableFields(document).map(({ place, label, value }) => [place, label, value])).toEqual([
    ['band', 'band', 0.02],
    ['/clock', 'clock', '2026-03-02T09:30:00Z'],
    ['/world/policy/drift~1threshold', 'policy.drift/threshold', 0.05],
    ['/world/portfolios/0/as', "portfolio 'growth' as", 'growth'],
    ['/world/portfolios/0/request/cash', "portfolio 'growth' cash", 5000],
    ['/world/portfolios/0/request/holdings/0/isin', "portfolio 'growth' holding 'DE0007164600' isin", 'DE0007164600'],
    ['/world/portfolios/0/request/holdings/0/quantity', "portfolio 'growth' holding 'DE0007164600' quantity", 2],
    ['/steps/0/advance', 'step 1 advance', '1h'],
  ]);
});

test('a file that is not a scenario has nothing to vary', () => {
  expect(variableFields(['a'])).toEqual([]);
  expect(variableFields(null)).toEqual([]);
});
