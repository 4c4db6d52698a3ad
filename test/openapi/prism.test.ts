/** Prism, an independent validator, between a client and the real server: no call of both forms violates a document. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentName } from '../../src-server/contract/openapi/bases.ts';
import { DOCUMENTS } from '../../src-server/contract/openapi/documents.ts';
import { SAP } from '../api/service/sample-portfolio.ts';
import { type Caller, callerOf, startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { Recorder } from './recorder.ts';
import { startPrism, stopPrisms } from './start-prism.ts';
import { walkFormA, walkFormB } from './walk-service.ts';

let server: TestServer;
let origin: string;

beforeAll(async () => {
  server = await startBallast({ seed: 42 });
  origin = new URL(server.ballast.baseUrl).origin;
});
afterAll(async () => {
  await stopPrisms();
  await stopAll();
});

async function documentOf(name: DocumentName): Promise<Record<string, unknown>> {
  const response = await fetch(`${origin}${DOCUMENTS[name].basePath}/openapi.json`);
  return (await response.json()) as Record<string, unknown>;
}

/** Calls the base through Prism and collects the violations that Prism reports. */
async function throughPrism(name: DocumentName, violations: (string | null)[]): Promise<Caller> {
  const address = await startPrism(await documentOf(name), `${origin}${DOCUMENTS[name].basePath}`);
  const caller = callerOf(address, server.ballast.apiKey);
  return {
    ...caller,
    async send(method, path, init) {
      const response = await caller.send(method, path, init);
      violations.push(response.headers.get('sl-violations'));
      return response;
    },
  };
}

test.each<[DocumentName, number]>([
  ['form-a', 5],
  ['form-b', 11],
  ['both', 16],
])('%s: all calls pass', { tags: ['deep'] }, async (name, requests) => {
  const violations: (string | null)[] = [];
  const recorder = new Recorder(name, await throughPrism(name, violations));
  if (name !== 'form-b') await walkFormA(recorder, server.advance);
  if (name !== 'form-a') await walkFormB(recorder, server.advance);
  expect(violations.length).toBeGreaterThanOrEqual(requests);
  expect(violations.filter((violation) => violation !== null)).toEqual([]);
  expect(Object.keys(recorder.examples)).toHaveLength(DOCUMENTS[name].operations.length - 1);
});

test('Prism does refuse violations of a document, in requests and in responses', { tags: ['deep'] }, async () => {
  const document = JSON.parse(
    JSON.stringify(await documentOf('form-b')).replaceAll('"last_trade_eur"', '"last_trade"'),
  );
  const caller = callerOf(await startPrism(document, server.ballast.formBUrl), server.ballast.apiKey);
  const response = await caller.get(`/prices/${SAP}`);
  expect([response.status, response.text]).toEqual([500, expect.stringContaining('VIOLATIONS')]);
  const request = await caller.post('/rebalance', { portfolio_id: 7 });
  expect([request.status, request.headers.get('content-type')]).toEqual([422, 'application/problem+json']);
});
