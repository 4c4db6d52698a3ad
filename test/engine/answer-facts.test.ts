/** The facts of a response that a recording stores. */
import { expect, test } from 'vitest';
import { answerFacts } from '../../src-server/engine/answer-facts.ts';

const ID = 'reb_12345678';

test('stores the identifiers and the status of a response, as a text or as an object', () => {
  const response = { rebalance_id: ID, id: 'pf_000000001', status: 'planned' };
  const facts = { ids: { '/rebalance_id': ID, '/id': 'pf_000000001' }, status: 'planned', code: null };
  expect(answerFacts(response)).toEqual(facts);
  expect(answerFacts(JSON.stringify(response))).toEqual(facts);
});

test('stores no identifier that has another name, is not a text, or is short enough to occur elsewhere by chance', () => {
  const response = { external: ID, idea: ID, portfolio_id: 12345678, order_id: 'ord_123', status: 3 };
  expect(answerFacts(response)).toEqual({ ids: {}, status: null, code: null });
});

test('stores the code of an error', () => {
  expect(answerFacts({ error: { code: 'not_found', message: 'x' } })).toEqual({
    ids: {},
    status: null,
    code: 'not_found',
  });
  expect(answerFacts({ error: { code: 404 } })).toEqual({ ids: {}, status: null, code: null });
  expect(answerFacts({ error: 'not_found' })).toEqual({ ids: {}, status: null, code: null });
});

test.each([[[]], [null], ['no JSON'], ['[1]'], [7]])('stores nothing of %j', (response) => {
  expect(answerFacts(response)).toBeNull();
});
