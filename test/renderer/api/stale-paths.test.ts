/**
 * The data that a command of the control plane makes stale: each command has its row, so that none reads everything
 * again.
 */
import { expect, it } from 'vitest';
import { afterControl, staleGroups } from '../../../src-renderer/api/query-keys.ts';
import { DOCUMENTS } from '../../../src-server/contract/openapi/documents.ts';

const EVERYTHING = staleGroups('comet.landed').length;

const commands = DOCUMENTS.control.operations
  .filter(({ method }) => method !== 'get')
  .map(({ method, path }) => `${method} ${path}`);

it.each(commands)('%s makes less stale than an unknown command', (command) => {
  const [, path = ''] = command.split(' ');
  expect(afterControl(`/sim${path}`).length).toBeLessThan(EVERYTHING - 3);
});

it('an unknown command makes everything stale', () => {
  expect(afterControl('/sim/comets/c_1')).toEqual(expect.arrayContaining(['rebalance', 'portfolio', 'accounts']));
});

it('a change of a portfolio draws its past again, and a preview nothing', () => {
  expect(afterControl('/sim/portfolios/pf_1/targets')).toEqual(
    expect.arrayContaining(['portfolio', 'portfolios', 'portfolio-history']),
  );
  expect(afterControl('/sim/portfolios/pf_1/rebalance-preview')).toEqual([]);
});
