/** What a recording keeps of an answer. */
import { expect, test } from 'vitest';
import { answerFacts } from '../../src-server/engine/answer-facts.ts';

const ID = 'reb_12345678';

test('of an answer its identifiers and its status are kept, whether it is a text or an object', () => {
  const answer = { rebalance_id: ID, id: 'pf_000000001', status: 'planned' };
  const facts = { ids: { '/rebalance_id': ID, '/id': 'pf_000000001' }, status: 'planned', code: null };
  expect(answerFacts(answer)).toEqual(facts);
  expect(answerFacts(JSON.stringify(answer))).toEqual(facts);
});

test('no identifier is what has another name, is no text or is so short that it may stand elsewhere by chance', () => {
  const answer = { external: ID, idea: ID, portfolio_id: 12345678, order_id: 'ord_123', status: 3 };
  expect(answerFacts(answer)).toEqual({ ids: {}, status: null, code: null });
});

test('of an error its code is kept', () => {
  expect(answerFacts({ error: { code: 'not_found', message: 'x' } })).toEqual({
    ids: {},
    status: null,
    code: 'not_found',
  });
  expect(answerFacts({ error: { code: 404 } })).toEqual({ ids: {}, status: null, code: null });
  expect(answerFacts({ error: 'not_found' })).toEqual({ ids: {}, status: null, code: null });
});

test.each([[[]], [null], ['no JSON'], ['[1]'], [7]])('nothing is kept of %j', (answer) => {
  expect(answerFacts(answer)).toBeNull();
});
