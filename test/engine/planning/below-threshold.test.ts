/** The message of a refusal for a drift that is not beyond its band (decision C7). */
import { expect, test } from 'vitest';
import { belowThreshold } from '../../../src-server/engine/planning/store-plan.ts';
import { proves } from '../../conformance/proves.ts';

const RESULT = { kind: 'below_threshold', largestDrift: 0.0123, threshold: 0.05, bandType: 'absolute' } as const;
const BAND = 'not beyond the band of 5.00 %: no rebalance is needed.';

test(
  'a refused plan names the largest drift of a position, or that of the portfolio if the band applies to it',
  proves('C7'),
  () => {
    const ofPosition = belowThreshold({ ...RESULT, trigger: 'any_position', largestIsin: 'DE0007164600' });
    expect(ofPosition).toMatchObject({ message: `The largest absolute drift is 1.23 % (DE0007164600), ${BAND}` });
    const ofPortfolio = belowThreshold({ ...RESULT, trigger: 'portfolio', largestIsin: null });
    expect(ofPortfolio).toMatchObject({ message: `The portfolio drift is 1.23 %, ${BAND}` });
  },
);
