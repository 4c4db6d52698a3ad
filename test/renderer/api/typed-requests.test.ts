/** A wrong name in a request of the app is an error of the compiler: without the error, each directive here is one. */

import { expect, it } from 'vitest';
import { read } from '../../../src-renderer/api/api-client.ts';
import { setFault } from '../../../src-renderer/api/faults-api.ts';
import { KEYS } from '../../../src-renderer/api/query-keys.ts';
import type { BrowserSession } from '../../../src-server/contract/control/world/session.ts';

it('refuses wrong paths, parameters and fields before anything is sent', () => {
  const session = {} as BrowserSession;
  const wrong = [
    // @ts-expect-error `kind` is misspelt.
    () => setFault({ knd: 'api_connection_reset', count: 1 }),
    // @ts-expect-error `until` has no such event.
    () => control.POST('/clock/advance', { body: { until: 'next_weekend' } }),
    // @ts-expect-error There is no such path.
    () => control.GET('/clocks'),
    // @ts-expect-error The parameter of the path is missing.
    () => control.GET('/deliveries/{id}', { params: { path: {} } }),
    // @ts-expect-error An optional parameter of the query is misspelt beside a right one.
    () => answerOf(control.GET('/deliveries', { params: { query: { limit: 5, stauts: 'failed' } } })),
    // @ts-expect-error An optional field of the body is misspelt beside right ones.
    () => answerOf(control.POST('/faults', { body: { kind: 'api_connection_reset', cuont: 1 } })),
    // @ts-expect-error The same for what a hook reads.
    () => read(KEYS.webhooks, '/deliveries', { params: { query: { limit: 5, stauts: 'failed' } } }),
    // @ts-expect-error A field of the body is not in Form B.
    () => formB(session).POST('/portfolios', { body: { external_id: 'a', tax_jurisdiction: 'DE' } }),
  ];
  expect(wrong).toHaveLength(8);
});
