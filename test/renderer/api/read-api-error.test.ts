/** How an error response is read: the service's own text, or a note that it is not the service's. */
import { describe, expect, it } from 'vitest';
import { readApiError } from '../../../src-renderer/api/api-error.ts';

describe('an error response', () => {
  it('retains the code, text, fields and request id of the service', () => {
    const details = [{ path: '/cost_budget', issue: 'must be a number' }];
    const body = { error: { code: 'invalid_request', message: 'Not valid.', request_id: 'rq_1', details } };
    const error = readApiError(400, JSON.stringify(body));
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_request',
      message: 'Not valid.',
      requestId: 'rq_1',
      details,
    });
  });

  it('with another body than the contract’s is called unexpected and shows its beginning', () => {
    expect(readApiError(502, '<html>bad gateway</html>')).toMatchObject({
      status: 502,
      code: 'unexpected_answer',
      message: '<html>bad gateway</html>',
    });
    expect(readApiError(500, 'null')).toMatchObject({ code: 'unexpected_answer' });
    expect(readApiError(500, '')).toMatchObject({ message: 'HTTP 500' });
  });
});
