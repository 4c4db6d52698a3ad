/**
 * A client as its users would write it: types by openapi-typescript from the served documents, requests by
 * openapi-fetch. It uses all of both forms; what the types do not allow does not compile.
 *
 * @module-tag deep
 */
import { afterAll, expect, test } from 'vitest';
import { startBallast, stopAll } from '../support/start-ballast.ts';
import { OPENAPI_FETCH_CLIENT, walkWith } from './generate-clients.ts';

afterAll(stopAll);

test('a client by openapi-typescript and openapi-fetch compiles, and uses all of both forms', async () => {
  const server = await startBallast({ seed: 7, clockMode: 'instant' });
  expect(await walkWith(OPENAPI_FETCH_CLIENT, server)).toEqual({
    form_a: {
      default_tax_method: 'average_cost',
      status: 'complete',
      failure: null,
      has_its_targets: true,
      is_repeated: 'true',
      has_records: true,
      refusal: ['invalid_request', '/tax_jurisdiction'],
    },
    form_b: {
      has_xetra: true,
      dry_run: { simulation: true, fx_overlay: null },
      cancelled: 'cancelled',
      first_side: 'sell',
      executed: 'executing',
      status: 'complete',
      is_nearer: true,
      without_drift: 422,
      deleted: true,
      refusal: 'not_found',
    },
  });
});
