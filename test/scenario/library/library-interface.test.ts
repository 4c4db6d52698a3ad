/** Tests the coverage of the interface's half of the library; another test shows that each scenario passes. */
import { describe, expect, it } from 'vitest';
import { API_FAULT_KINDS } from '../../../src-server/contract/control/http-faults/api-fault-kinds.ts';
import { WEBHOOK_FAULT_KINDS } from '../../../src-server/contract/control/http-faults/webhook-fault-kinds.ts';
import { ERROR_STATUS } from '../../../src-server/contract/service/errors.ts';
import { REBALANCE_STATUSES } from '../../../src-server/domain/lifecycle/rebalance-life-cycle.ts';
import { GOLDEN_SCENARIOS, textOfScenario } from '../../support/library-scenarios.ts';

const textOf = (name: string) => textOfScenario(`${name}.yaml`);

describe('the scenarios of the interface', () => {
  it.each(['interface/errors-form-a', 'interface/errors-form-b'])(
    'expect every pair of status and code in %s',
    (name) => {
      const text = textOf(name);
      for (const [code, status] of Object.entries(ERROR_STATUS)) {
        expect(text, `${name} never meets ${code}`).toContain(`/error/code: ${code}`);
        expect(text, `${name} never meets ${status}`).toMatch(new RegExp(`status: ${status}\\b`));
      }
    },
  );

  it('wait for, or check, every status that a rebalance can have', () => {
    const text = textOf('rebalancing/life-cycle-form-b');
    for (const status of REBALANCE_STATUSES) expect(text).toMatch(new RegExp(`status: ${status}\\b`));
    // In Form A no plan has to be executed, and nothing is cancelled.
    for (const status of ['executing', 'partially_filled', 'complete', 'failed']) {
      expect(textOf('rebalancing/life-cycle-form-a')).toMatch(new RegExp(`status: ${status}\\b`));
    }
  });

  it('set every fault that can hit clients', () => {
    const text = textOf('interface/slow-and-broken-responses');
    for (const kind of API_FAULT_KINDS) expect(text).toContain(`kind: ${kind}`);
  });

  it('set every fault that can hit receivers of webhooks', () => {
    const files = GOLDEN_SCENARIOS.filter((file) => file.startsWith('webhooks/'));
    const text = files.map(textOfScenario).join('\n');
    for (const kind of WEBHOOK_FAULT_KINDS) expect(text).toContain(`kind: ${kind}`);
  });
});
