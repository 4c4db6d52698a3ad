/** A wrong name in a request of the app is an error of the compiler: without the error, each directive here is one. */
import { expect, it } from 'vitest';
import { ask, askFormB, controlQuery, sendFormA } from '../../../src-renderer/api/api-client.ts';
import { setFault } from '../../../src-renderer/api/faults-api.ts';
import { KEYS } from '../../../src-renderer/api/query-keys.ts';
import type { BrowserSession } from '../../../src-server/contract/control/world/session.ts';

it('refuses wrong paths, parameters and fields before anything is sent', () => {
  const session = {} as BrowserSession;
  const wrong = [
    // @ts-expect-error `kind` is misspelt.
    () => setFault({ knd: 'api_connection_reset', count: 1 }),
    // @ts-expect-error `until` has no such event.
    () => ask('POST /clock/advance', { body: { until: 'next_weekend' } }),
    // @ts-expect-error There is no such path.
    () => ask('GET /clocks'),
    // @ts-expect-error The path has another method.
    () => ask('PUT /clock'),
    // @ts-expect-error The parameter of the path is missing.
    () => ask('GET /deliveries/{id}', { params: {} }),
    // @ts-expect-error An optional parameter of the query is misspelt beside a right one.
    () => ask('GET /deliveries', { query: { limit: 5, stauts: 'failed' } }),
    // @ts-expect-error A parameter of the query has no such value.
    () => ask('GET /sweeps/{id}', { params: { id: 'sw_1' }, query: { figure: 5 } }),
    // @ts-expect-error An optional field of the body is misspelt beside right ones.
    () => ask('POST /faults', { body: { kind: 'api_connection_reset', cuont: 1 } }),
    // @ts-expect-error The same for what a hook reads.
    () => controlQuery(KEYS.webhooks, 'GET /deliveries', { query: { limit: 5, stauts: 'failed' } }),
    // @ts-expect-error A command is not read.
    () => controlQuery(KEYS.webhooks, 'POST /webhooks', { body: { url: 'http://localhost' } }),
    // @ts-expect-error The response is a text.
    () => ask('GET /recordings/{id}/scenario.yaml', { params: { id: 'rec_1' } }),
    // @ts-expect-error A field of the body is not in Form B.
    () => askFormB(session)('POST /portfolios', { body: { external_id: 'a', tax_jurisdiction: 'DE' } }),
    // @ts-expect-error Form A has no such path.
    () => sendFormA(session, 'POST /rebalance', { body: {} }),
  ];
  expect(wrong).toHaveLength(13);
});
