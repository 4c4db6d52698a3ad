/** Tests the table of the kinds of faults as the explorer uses it (decision Q2): each is described on both sides. */
import { expect, test } from 'vitest';
import { labelOfFault } from '../../src-renderer/screens/explorer/run/fault-labels.ts';
import { API_FAULTS } from '../../src-server/contract/control/http-faults/api-fault-kinds.ts';
import type { TriedFault } from '../../src-server/contract/control/http-faults/fault-kind.ts';
import { WEBHOOK_FAULTS } from '../../src-server/contract/control/http-faults/webhook-fault-kinds.ts';
import { createFault } from '../../src-server/contract/control/market/faults.ts';
import { MARKET_FAULTS } from '../../src-server/contract/control/market/market-fault-kinds.ts';
import { describeScheduled, wordOf } from '../../src-server/explorer/schedule.ts';

const HTTP_FAULTS = { ...API_FAULTS, ...WEBHOOK_FAULTS };
const TRIED = Object.entries({ ...HTTP_FAULTS, ...MARKET_FAULTS }).flatMap(([kind, { explored }]) =>
  explored.tried.map(({ terms }) =>
    createFault.parse({ kind, ...(kind in HTTP_FAULTS ? { count: 1 } : { exchange: 'XETR' }), ...terms }),
  ),
);

const SCOPES: [string, Readonly<Record<string, { readonly explored: { readonly tried: readonly TriedFault[] } }>>][] = [
  ['requests and webhooks', HTTP_FAULTS],
  ['exchanges', MARKET_FAULTS],
];
test.each(SCOPES)('no two faults of %s have the same rank', (_scope, kinds) => {
  const ranks = Object.values(kinds).flatMap(({ explored }) => explored.tried.map(({ rank }) => rank));
  expect(ranks.sort((one, other) => one - other)).toEqual(ranks.map((_rank, index) => index + 1));
});

test.each(TRIED.map((body) => [wordOf(body), body] as const))(
  '%s is described by a verb, and has a column in the app',
  (faultName, body) => {
    expect(describeScheduled({ body })).not.toContain(`meets ${body.kind}`);
    expect(labelOfFault(faultName)).not.toBe(faultName.replaceAll('_', ' '));
  },
);
