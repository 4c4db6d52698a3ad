/** Tests that the app forgets a refused request. */
import { afterEach, expect, it, vi } from 'vitest';
import { ask } from '../../../src-renderer/api/api-client.ts';
import { noteReported } from '../../../src-renderer/state/undo-store.ts';

afterEach(() => vi.unstubAllGlobals());

const ERROR = { code: 'invalid_request', message: 'The amount is refused.', details: [], request_id: 'req_1' };

it('a refused request is not taken for the same request of another client later', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ error: ERROR }), { status: 400 }));
  const setCash = ask('POST /portfolios/{id}/cash', { params: { id: 'pf_1' }, body: { amount: -1 } });
  await expect(setCash).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
  // The stream reports no refused request, so this is one of somebody else.
  expect(noteReported('POST', '/sim/portfolios/pf_1/cash')).toBe(false);
});
