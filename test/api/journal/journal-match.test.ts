/** Matchers of requests: which match, the explanation of a mismatch, and the cost of patterns. */

import { describe, expect, test } from 'vitest';
import { type MatchedRequest, matchRequest } from '../../../src-server/api/journal/match-request.ts';
import { operationNameOf } from '../../../src-server/api/journal/operation-of.ts';
import { type RequestMatch, requestMatch } from '../../../src-server/contract/fields/request-match.ts';
import type { StatusMatch } from '../../../src-server/contract/fields/status-match.ts';
import { DOCUMENTS } from '../../../src-server/contract/openapi/documents.ts';
import { OPERATION_NAMES } from '../../../src-server/contract/service/operation-names.ts';
import { mismatch, testPattern } from '../../../src-server/scenario/run/match-value.ts';
import { proves } from '../../conformance/proves.ts';
import { fc } from '../../support/draws.ts';

const exchange: MatchedRequest = {
  method: 'POST',
  path: '/form-b/v1/rebalance?trace=a%20b&trace=2',
  operation: 'createPlan',
  form: 'B',
  keyId: 'ak_00000000000000000000000001',
  headers: { 'content-type': 'application/json', 'x-client': 'robo 7' },
  body: '{"portfolio_id":"pf_1","simulation":false,"list":[1,2,3],"threshold":0.02}',
  status: 201,
};

describe('a match', () => {
  test.each<[RequestMatch & { status?: StatusMatch }, string]>([
    [{ method: 'GET' }, 'method: expected "GET", got "POST"'],
    [{ operation: 'getPrices' }, 'operation: expected "getPrices", got "createPlan"'],
    [{ form: 'both' }, 'form: expected "both", got "B"'],
    [{ key_id: 'ak_00000000000000000000000002' }, 'key_id: expected "ak_00000000000000000000000002", got'],
    [{ status: 202 }, 'status: expected 202, got 201'],
    [{ status: '4xx' }, 'status: expected 4xx, got 201'],
    [{ status: ['5xx', 202, 'none'] }, 'status: expected one of 5xx, 202, none, got 201'],
    [{ path: '/form-a/*' }, 'path: expected a text like "/form-a/*", got "/form-b/v1/rebalance"'],
    [{ path: '/form-b/v1/rebalanc' }, 'path: expected "/form-b/v1/rebalanc", got "/form-b/v1/rebalance"'],
    [{ headers: { 'x-client': { contains: 'robo', not: { glob: '*7' } } } }, 'expected anything but'],
    [{ path: { glob: '/form-a/*' } }, 'path: expected a text like "/form-a/*", got "/form-b/v1/rebalance"'],
    [{ query: { trace: 'b' } }, 'query parameter trace: expected "b", got "a b"'],
    [{ query: { limit: { present: true } } }, 'query parameter limit: expected anything, got nothing'],
    [
      { headers: { 'X-Client': { pattern: '^robo 8' } } },
      'header X-Client: expected a text like /^robo 8/, got "robo 7"',
    ],
    [{ headers: { 'idempotency-key': { present: true } } }, 'header idempotency-key: expected anything, got nothing'],
    [{ body: { '/simulation': true } }, 'body /simulation: expected true, got false'],
    [{ body: { '/list': { min_items: 4 } } }, 'body /list: expected a list of at least 4, got 3: [1,2,3]'],
    [
      { body: { '/threshold': { approx: 0.05, within: 0.01 } } },
      'body /threshold: expected 0.05 within 0.01, got 0.02',
    ],
    [{ body: { '/portfolio_id': { present: false } } }, 'body /portfolio_id: expected nothing, got "pf_1"'],
  ])('%j does not match, and says so', proves('L36.2', 'L36.3', 'L36.4'), (match, sentence) => {
    const { matches, differences, score } = matchRequest(match, exchange);
    expect(matches).toBe(false);
    expect(differences).toEqual([expect.stringContaining(sentence)]);
    expect(score).toBe(0);
  });

  test.each<RequestMatch & { status?: StatusMatch }>([
    {},
    { method: 'POST', operation: 'createPlan', form: 'B', status: 201 },
    { path: '/form-b/v1/rebalance', query: { trace: 'a b' } },
    { path: '/form-b/*' },
    { path: '*/rebalance' },
    { path: '*/rebalance?trace=a*' },
    { path: { glob: '*/rebalance?trace=*&trace=2' } },
    { status: '2xx' },
    { status: [400, '2xx'] },
    { headers: { 'x-client': { one_of: ['robo 6', 'robo 7'], not: { contains: 'x' } } } },
    { query: { trace: { glob: 'a?b' } }, body: { '/portfolio_id': { glob: 'pf_*' }, '': { not: { equals: {} } } } },
    { headers: { 'X-CLIENT': { contains: 'robo' }, absent: { present: false } } },
    { body: { '/list/1': 2, '/threshold': { range: [0, 0.02] }, '': { present: true } } },
  ])('%j matches', proves('L36.2', 'L36.3'), (match) => {
    expect(matchRequest(match, exchange)).toEqual({
      matches: true,
      differences: [],
      score: 1,
      absent: 0,
      isTooSlow: false,
    });
  });

  test('counts the matching conditions, and a body that is no JSON has none', () => {
    const match: RequestMatch = { method: 'POST', form: 'A', body: { '/a': 1, '/b': { present: false } } };
    const { differences, score } = matchRequest(match, { ...exchange, body: 'not json' });
    expect(differences).toHaveLength(2);
    expect(score).toBe(0.5);
  });

  test.each([
    [{ path: { pattern: '(' } }],
    [{ body: { '/a': { pattern: '[' } } }],
    [{ path: { pattern: 'a'.repeat(501) } }],
    [{ operation: 'createRebalance' }],
    [{ headers: { 'no header': 'x' } }],
    [{ body: { 'no/pointer': 1 } }],
    [{ colour: 'red' }],
    [{ path: { equals: 1 } }],
    [{ path: {} }],
    [{ headers: { 'x-client': { items: 1 } } }],
  ])('%j is refused', proves('L36.2', 'L36.7'), (match) => {
    expect(requestMatch.safeParse(match).success).toBe(false);
  });
});

describe('globs', () => {
  test('equal their regular expressions, on any text', () => {
    const letters = fc.stringMatching(/^[ab*?.[]{0,12}$/);
    fc.assert(
      fc.property(letters, fc.stringMatching(/^[ab.[]{0,16}$/), (glob, text) => {
        const source = glob.replaceAll(/[.[]/g, '\\$&').replaceAll('*', '.*').replaceAll('?', '.');
        expect(mismatch({ glob }, text) === null).toBe(new RegExp(`^${source}$`).test(text));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('patterns', () => {
  test.each([
    ['(a+)+$', `${'a'.repeat(60)}!`],
    [`${'a?'.repeat(26)}${'b'}`, 'a'.repeat(60)],
    ['^(a|a)*$', `${'a'.repeat(19_000)}!`],
    ['(.*),(.*),(.*),(.*),(.*);', 'a,'.repeat(10_000)],
  ])('like %j take time in proportion to the text', proves('L113'), (source, text) => {
    expect(testPattern(source, text)).toBe(false);
  });

  test.each([
    ['(?=a)b', 'looks ahead'],
    ['(?<!a)b', 'looks behind'],
    ['(a)\\1', 'refers back'],
    ['(x{1000}){1000}', 'repeats too much'],
    ['(.?){1000}(.?){1000}', 'repeats too much'],
    ['(', 'is not a regular expression'],
    ['a'.repeat(501), 'is longer than 500 characters'],
  ])('like %j are refused, with a reason', proves('L113'), (source, message) => {
    const read = requestMatch.safeParse({ path: { pattern: source } });
    expect(JSON.stringify(read.error?.issues)).toContain(message);
  });

  test('too large for their text are not tried, and the match is reported as unknown', proves('L113'), () => {
    const headers = { 'x-client': 'a'.repeat(20_000) };
    expect(testPattern('.{1,1000}b', headers['x-client'])).toBeNull();
    expect(matchRequest({ headers: { 'x-client': { pattern: '.{1,1000}b' } } }, { ...exchange, headers })).toEqual(
      expect.objectContaining({ matches: false, isTooSlow: true }),
    );
  });

  test('find what the regular expressions of the language find', () => {
    const pattern = fc.constantFrom('^a+$', 'b{2}', '(ab)+', 'a|b', '^(a|b)*$', '\\d', '[ab]+c?', '\\bab\\b', 'a?b?$');
    fc.assert(
      fc.property(pattern, fc.stringMatching(/^[abc1]{0,10}$/), (source, text) => {
        expect(testPattern(source, text)).toBe(new RegExp(source).test(text));
      }),
    );
  });
});

describe('operations', () => {
  const services = [DOCUMENTS['form-a'], DOCUMENTS['form-b'], DOCUMENTS.both];
  const forms = { '/form-a/v1': 'A', '/form-b/v1': 'B', '/v1': null } as const;
  const rows = services.flatMap(({ basePath, operations }) =>
    operations.filter(({ isOpen }) => isOpen !== true).map((operation) => ({ basePath, ...operation })),
  );

  test('have the names of the OpenAPI documents, all of them', () => {
    expect([...new Set(rows.map(({ id }) => id))].sort()).toEqual([...OPERATION_NAMES].sort());
  });

  test.each(rows.map((row) => [`${row.method} ${row.basePath}${row.path}`, row] as const))('%s', (_title, row) => {
    const form = forms[row.basePath as keyof typeof forms];
    const path = `${row.basePath}${row.path.replaceAll(/\{\w+\}/g, 'pf_1')}`;
    expect(operationNameOf(form, row.method.toUpperCase(), path)).toBe(row.id);
    expect(operationNameOf(form, row.method.toUpperCase(), `${path}?a=/b`)).toBe(row.id);
    for (const other of [`${path}/`, `${path}/x`, path.toUpperCase(), row.basePath]) {
      expect(operationNameOf(form, row.method.toUpperCase(), other)).toBeNull();
    }
    expect(operationNameOf(form, 'PATCH', path)).toBeNull();
  });

  test('of one form do not exist in the other', () => {
    expect(operationNameOf('A', 'POST', '/form-a/v1/rebalance')).toBeNull();
    expect(operationNameOf('B', 'GET', '/form-b/v1/mifid-records/mr_1')).toBeNull();
    expect(operationNameOf('B', 'HEAD', '/form-b/v1/prices/X')).toBe('getPrices');
  });
});
