/** Every operation has the same steps in the same order, whatever its handler does (`add-operations.ts`). */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, Router } from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operationsAdder } from '../../src-server/api/http/add-operations.ts';
import { fileReply, type Handlers } from '../../src-server/api/http/handler.ts';
import { toProblem } from '../../src-server/api/http/problem.ts';
import { newContext, setContext } from '../../src-server/api/http/request-context.ts';
import { DOCUMENTS } from '../../src-server/contract/openapi/documents.ts';
import { operations } from '../../src-server/contract/openapi/operation.ts';
import { accepted, refused } from '../../src-server/engine/outcome.ts';
import { proves } from '../conformance/proves.ts';

const steps: string[] = [];

const row = { tag: 'Test', summary: 'Test', description: 'Test', source: 'test' };
const output = z.strictObject({ name: z.string() });
const body = z.strictObject({ name: z.string().refine((name) => steps.push(`validate ${name}`) > 0) });
const query = z.strictObject({
  limit: z
    .number()
    .refine(() => steps.push('validate query') > 0)
    .optional(),
});
const success = { status: 201, description: 'Test.', content: [output] } as const;

const rows = operations({
  change: { ...row, method: 'post', path: '/change/{id}', body, success },
  changeLater: { ...row, method: 'post', path: '/change-later/{id}', body, query, success },
  changeNothing: { ...row, method: 'post', path: '/change-nothing/{id}', body, runsOn: false, success },
  repeat: { ...row, method: 'post', path: '/repeat/{id}', body, success },
  refuse: { ...row, method: 'post', path: '/refuse/{id}', body, success },
  read: { ...row, method: 'get', path: '/read/{id}', query, success },
  save: { ...row, method: 'get', path: '/save/{id}', success: { ...success, content: ['text/csv'] } },
});

interface TestServices {
  readonly driver: { nowMs(): number; afterCommand(): void };
  readonly note: (step: string) => void;
}

const services: TestServices = {
  driver: {
    nowMs: () => steps.push('run due timers'),
    afterCommand: () => void steps.push('run on'),
  },
  note: (step) => void steps.push(step),
};

const handlers: Handlers<typeof rows, Pick<TestServices, 'note'>> = {
  change({ note, params, body: { name } }) {
    note(`handle ${params.id}`);
    return accepted({ name });
  },
  async changeLater({ note, params, body: { name } }) {
    await Promise.resolve();
    note(`handle ${params.id}`);
    return accepted({ name });
  },
  changeNothing: ({ body: { name } }) => accepted({ name }),
  repeat: {
    handleUnread: ({ body: unread }) =>
      JSON.stringify(unread).includes('again') ? { ok: true, text: '{"name":"first"}', runsOn: false } : null,
    handle: ({ body: { name } }) => accepted({ name }),
  },
  refuse: () => refused('not_found', 'There is none.'),
  read: ({ query: { limit = 0 } }) => accepted({ name: String(limit) }),
  save: () => fileReply('text/csv', 'rows.csv', 'a,b\n'),
};

let server: Server;
let origin = '';

beforeAll(async () => {
  const router = Router();
  router.use((request, response, next) => {
    const command = {
      begin: (sent: string | null) => void (sent === null || steps.push(`begin ${sent}`)),
      end: (status: number) => void steps.push(`answer ${status}`),
    };
    setContext(request, newContext({ requestId: 'rq', startedMs: 0, command }));
    response.setHeader('X-Test', 'steps');
    next();
  });
  operationsAdder(router, services, { refusesParameters: true, areCommands: true })(rows, handlers);
  const handleError: ErrorRequestHandler = (error, _request, response, _next) => {
    const { status, message } = toProblem(error);
    steps.push(`refuse ${status}`);
    response.status(status).send(message);
  };
  server = createServer(express().use(router).use(handleError)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

async function stepsOf(path: string, sent?: object): Promise<{ steps: string[]; status: number; text: string }> {
  steps.length = 0;
  const init =
    sent === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) };
  const response = await fetch(`${origin}${path}`, init);
  return { text: await response.text(), status: response.status, steps: [...steps] };
}

describe('a command', () => {
  test.each(['change', 'change-later'])(
    '%s: begins with its body, is handled, gets a response, and then time runs',
    proves('J17'),
    async (name) => {
      const found = await stepsOf(`/${name}/x1`, { name: 'n' });
      expect(found.status).toBe(201);
      expect(found.text).toBe('{"name":"n"}');
      expect(found.steps).toEqual([
        'begin {"name":"n"}',
        'run due timers',
        'validate n',
        'handle x1',
        'answer 201',
        'run on',
      ]);
    },
  );

  test('with that option in its row does not run time', async () => {
    const { steps: taken } = await stepsOf('/change-nothing/x', { name: 'n' });
    expect(taken).toEqual(['begin {"name":"n"}', 'run due timers', 'validate n', 'answer 201']);
  });

  test('with a response before its body is validated does not run time if its response says so', async () => {
    const again = await stepsOf('/repeat/x', { other: 'again' });
    expect(again.text).toBe('{"name":"first"}');
    expect(again.steps).toEqual(['begin {"other":"again"}', 'run due timers', 'answer 201']);
    const first = await stepsOf('/repeat/x', { name: 'n' });
    expect(first.steps.at(-1)).toBe('run on');
  });

  test('that is refused does not run time', async () => {
    const { steps: taken, status, text } = await stepsOf('/refuse/x', { name: 'n' });
    expect([status, text]).toEqual([404, 'There is none.']);
    expect(taken).toEqual(['begin {"name":"n"}', 'run due timers', 'validate n', 'refuse 404']);
  });

  test('with an invalid query is refused before its body is read', async () => {
    const { steps: taken, status } = await stepsOf('/change-later/x?limit=none', { name: 'n' });
    expect(status).toBe(400);
    expect(taken).toEqual(['refuse 400']);
  });
});

describe('an operation that reads', () => {
  test('validates its query, and does not run time', async () => {
    const { steps: taken, text } = await stepsOf('/read/x?limit=3');
    expect(text).toBe('{"name":"3"}');
    expect(taken).toEqual(['validate query', 'run due timers', 'answer 201']);
  });

  test.each(['/read/x?other=1', '/save/x?limit=1'])(
    'refuses a parameter that its row does not know: %s',
    async (path) => {
      expect((await stepsOf(path)).status).toBe(400);
    },
  );

  test('sends a file under its name', async () => {
    const response = await fetch(`${origin}/save/x`);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="rows.csv"');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('x-request-id')).toBe('rq');
    expect(await response.text()).toBe('a,b\n');
  });
});

test('instant mode runs time after these operations of the control plane alone', proves('J17'), () => {
  const runsOn = DOCUMENTS.control.operations.filter(
    ({ method, path, access, runsOn: mayRunOn }) =>
      method !== 'get' && access !== 'server' && mayRunOn !== false && !path.startsWith('/sink'),
  );
  expect(runsOn.map(({ id }) => id).sort()).toEqual([
    'actOnOrder',
    'cancelCorporateAction',
    'cancelOpenOrders',
    'changeAccount',
    'changeExchange',
    'changeKey',
    'changeTier',
    'changeWebhook',
    'createAccount',
    'createBulkRebalance',
    'createCashFlow',
    'createCorporateAction',
    'createKey',
    'createWholePortfolio',
    'endAllFaults',
    'endCashFlow',
    'endFault',
    'executeBulkRebalance',
    'importPortfolios',
    'importPrices',
    'redeliver',
    'redeliverWebhook',
    'removePolicy',
    'removePortfolio',
    'revokeKey',
    'setConstraints',
    'setFault',
    'setPolicy',
    'stopBulkRebalance',
    'testWebhook',
  ]);
});
