/** The facts of a response that a recording stores. */
import { expect, test } from 'vitest';
import { responseFacts } from '../../src-server/engine/response-facts.ts';

const ID = 'reb_12345678';

test('stores the identifiers and the status of a response, as a text or as an object', () => {
  const response = { rebalance_id: ID, id: 'pf_000000001', status: 'planned' };
  const facts = { ids: { '/rebalance_id': ID, '/id': 'pf_000000001' }, status: 'planned', code: null };
  expect(responseFacts(response)).toEqual(facts);
  expect(responseFacts(JSON.stringify(response))).toEqual(facts);
});

test('stores no identifier that has another name, is not a text, or is short enough to occur elsewhere by chance', () => {
  const response = { external: ID, idea: ID, portfolio_id: 12345678, order_id: 'ord_123', status: 3 };
  expect(responseFacts(response)).toEqual({ ids: {}, status: null, code: null });
});

test('stores the code of an error', () => {
  expect(responseFacts({ error: { code: 'not_found', message: 'x' } })).toEqual({
    ids: {},
    status: null,
    code: 'not_found',
  });
  expect(responseFacts({ error: { code: 404 } })).toEqual({ ids: {}, status: null, code: null });
  expect(responseFacts({ error: 'not_found' })).toEqual({ ids: {}, status: null, code: null });
});

test.each([[[]], [null], ['no JSON'], ['[1]'], [7]])('stores nothing of %j', (response) => {
  expect(responseFacts(response)).toBeNull();
});
