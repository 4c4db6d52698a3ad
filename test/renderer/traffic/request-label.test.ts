/** Short texts for requests, the expectation of the form "Verify…", and files that may be archives. */
import { describe, expect, it } from 'vitest';
import { prettyJson } from '../../../src-renderer/components/format/pretty-json.ts';
import {
  describeCount,
  formatMilliseconds,
  formatWireFault,
  pathBelowBase,
} from '../../../src-renderer/screens/traffic/requests/format-request.ts';
import { readArchive, withoutFailed } from '../../../src-renderer/screens/traffic/requests/read-archive.ts';
import { newVerifyDraft, verifyBody } from '../../../src-renderer/screens/traffic/requests/verify-draft.ts';

describe('the text of a request', () => {
  it('leaves the base to the form, and a path without one as it is', () => {
    expect(pathBelowBase('/form-b/v1/prices?isin=DE0007164600')).toBe('/prices?isin=DE0007164600');
    expect(pathBelowBase('/v1/rebalance')).toBe('/rebalance');
    expect(pathBelowBase('/form-a/v1')).toBe('/');
    expect(pathBelowBase('/v12/other')).toBe('/v12/other');
  });

  it('abbreviates lengths, counts and faults', () => {
    expect([0.04, 9.94, 12.4, 1_250].map(formatMilliseconds)).toEqual(['0.0', '9.9', '12', '1\u202f250']);
    expect([7, 20_000, 1_000_000].map(describeCount)).toEqual(['7', '20\u202f000', '1\u202f000\u202f000 or more']);
    expect(formatWireFault('api_slow_drip')).toBe('slow drip');
  });

  it('formats JSON and leaves everything else as it came', () => {
    expect(prettyJson('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(prettyJson('{"a":')).toBe('{"a":');
  });
});

describe('the expectation of "Verify…"', () => {
  const empty = newVerifyDraft({});

  it('begins with the filters of the list', () => {
    expect(newVerifyDraft({ method: 'POST', status: '409' })).toMatchObject({ method: 'POST', status: '409' });
    expect(newVerifyDraft({ status: '4xx' }).status).toBe('4xx');
  });

  it('has only the fields that were filled in', () => {
    expect(verifyBody(empty)).toEqual({ match: {}, at_least: 1 });
    expect(verifyBody({ ...empty, method: 'POST', status: '201', howOften: 'count', times: 2 })).toEqual({
      match: { method: 'POST', status: 201 },
      count: 2,
    });
    expect(verifyBody({ ...empty, idempotency: 'differs' }).match).toEqual({ idempotency: 'differs' });
    expect(newVerifyDraft({ idempotency: 'same' }).idempotency).toBe('same');
    expect(verifyBody({ ...empty, status: '4xx' }).match).toEqual({ status: '4xx' });
    expect(verifyBody({ ...empty, status: '404, 5xx' }).match).toEqual({ status: [404, '5xx'] });
  });

  it('takes a path with * as a pattern, and a value as JSON where it is valid JSON', () => {
    const draft = { ...empty, path: '/v1/*', pointer: '/cost_budget', value: '25', headerName: 'Idempotency-Key' };
    expect(verifyBody(draft).match).toEqual({
      path: '/v1/*',
      headers: { 'Idempotency-Key': { present: true } },
      body: { '/cost_budget': 25 },
    });
    expect(verifyBody({ ...empty, pointer: '/a', value: 'EUR' }).match).toEqual({ body: { '/a': 'EUR' } });
    expect(verifyBody({ ...empty, pointer: '/a', value: '[1]' }).match).toEqual({ body: { '/a': { equals: [1] } } });
  });
});

describe('a file that may be an archive', () => {
  it('is distinguished from other files by its issues', () => {
    expect(readArchive('no json')).toMatch(/not JSON/);
    expect(readArchive('{"log": 7}')).toMatch(/log\.entries/);
  });

  it('is counted by the requests of the simulated service', () => {
    const urls = ['http://127.0.0.1:1/v1/prices', '/form-a/v1/portfolio', 'https://example.com/', '/sim/clock', 7];
    const text = JSON.stringify({ log: { entries: urls.map((url) => ({ request: { url } })) } });
    expect(readArchive(text)).toMatchObject({ entries: 5, ofService: 2 });
  });

  it('can leave out undone and rejected requests', () => {
    const request = { url: 'http://127.0.0.1:1/worlds/fork-a/v1/prices' };
    const responses = [200, 401, 429, 201].map((status) => ({ request, response: { status } }));
    const entries = [...responses, { request, response: { status: 429 }, _undone: true }, { request, _undone: true }];
    const read = readArchive(JSON.stringify({ log: { entries } }));
    if (typeof read === 'string') throw new Error(read);
    expect(read).toMatchObject({ ofService: 6, undone: 2, rejected: 2 });
    expect(withoutFailed(read).content.log.entries).toEqual([responses[0], responses[3]]);
  });
});
