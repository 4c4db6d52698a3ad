/** An injected error must be in the document of the operation, unless the operation is named. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isErrorOf, operationNameOf } from '../../../src-server/api/journal/operation-of.ts';
import { faultList } from '../../../src-server/contract/control/market/faults.ts';
import { DOCUMENTS } from '../../../src-server/contract/openapi/documents.ts';
import { ERROR_STATUS, type ErrorCode } from '../../../src-server/contract/service/errors.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { createSample, SAP } from '../service/sample-portfolio.ts';

const codes = Object.keys(ERROR_STATUS) as ErrorCode[];

describe.each(['form-a', 'form-b'] as const)('the errors of %s', (name) => {
  const { operations, commonErrors, basePath } = DOCUMENTS[name];
  const documented = operations.filter(({ path }) => path !== '/openapi.json');
  test.each(documented.map(({ id, method, path, errors }) => [id, method, path, errors] as const))(
    'are those of its document: %s',
    proves('L104'),
    (id, method, path, errors = []) => {
      const address = `${basePath}${path.replaceAll(/\{\w+\}/g, 'x')}`;
      const operation = operationNameOf(name === 'form-a' ? 'A' : 'B', method.toUpperCase(), address);
      expect(operation).not.toBeNull();
      const known = codes.filter((code) => isErrorOf(operation, code));
      expect([id, known.toSorted()]).toEqual([id, [...new Set([...commonErrors, ...errors])].toSorted()]);
    },
  );
});

describe('an api_error without an operation', () => {
  let server: TestServer;
  let portfolioId: string;
  beforeAll(async () => {
    server = await startBallast();
    portfolioId = await createSample(server);
  });
  beforeEach(async () => void (await server.sim.delete('/faults')));
  afterAll(stopAll);

  test('skips operations that never respond with its code, and counts them as no chance', proves('L104'), async () => {
    await server.sim.post('/faults', { kind: 'api_error', code: 'quota_exceeded' });
    expect((await server.b.get(`/prices/${SAP}`)).status).toBe(200);
    expect((await server.b.get(`/portfolios/${portfolioId}`)).status).toBe(200);
    expect((await server.b.post('/rebalance', { portfolio_id: portfolioId })).status).toBe(402);
    const { faults } = (await server.sim.get('/faults?scope=interface')).as(faultList);
    expect(faults.filter(({ status }) => status === 'active')).toMatchObject([{ chances: 1, hits: 1 }]);
  });

  test('hits every request if every operation may respond with its code', proves('L104'), async () => {
    await server.sim.post('/faults', { kind: 'api_error', code: 'internal_error' });
    expect((await server.b.get(`/prices/${SAP}`)).status).toBe(500);
    expect((await server.b.get('/portfolios/pf_unknown')).status).toBe(500);
  });
});
