/** The request of a plan's parameters. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_PARAMETERS, planRequest } from '../../../src-renderer/components/plan/plan-parameters.ts';
import { createPlanBody } from '../../../src-server/contract/service/form-b.ts';

describe('the request of a plan', () => {
  it('with nothing changed contains exactly the defaults of the service', () => {
    const assumed = createPlanBody.parse({ portfolio_id: 'pf_1' });
    expect(planRequest('pf_1', DEFAULT_PARAMETERS, false)).toEqual(assumed);
  });

  it('converts percent to a share without noise of binary fractions: 7 % is 0.07', () => {
    expect(planRequest('pf_1', { ...DEFAULT_PARAMETERS, driftThresholdPercent: 7 }, true).drift_threshold).toBe(0.07);
  });

  it('leaves the cost budget out when there is none, and retains a zero budget', () => {
    expect('cost_budget' in planRequest('pf_1', DEFAULT_PARAMETERS, true)).toBe(false);
    expect(planRequest('pf_1', { ...DEFAULT_PARAMETERS, costBudgetBps: 0 }, true).cost_budget).toBe(0);
  });

  it('is accepted by the contract over the whole range of the threshold slider', () => {
    for (let percent = 1; percent <= 20; percent += 0.5) {
      const request = planRequest('pf_1', { ...DEFAULT_PARAMETERS, driftThresholdPercent: percent }, true);
      expect(createPlanBody.safeParse(request).success).toBe(true);
    }
  });
});
