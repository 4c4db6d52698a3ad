/** Long work for a response ends when the client has left: portfolios that nobody will read are not computed. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type Response, Router } from 'express';
import { expect, test } from 'vitest';
import { portfolioHistoryHandlers } from '../../../src-server/api/control/portfolios/portfolio-history-handlers.ts';
import { operationsAdder } from '../../../src-server/api/http/add-operations.ts';
import type { After } from '../../../src-server/api/http/after.ts';
import { newContext, setContext } from '../../../src-server/api/http/request-context.ts';
import { NobodyWaitsError } from '../../../src-server/api/http/waited-for.ts';
import { portfolioHistoryOperations } from '../../../src-server/contract/control/portfolios/portfolio-history-operations.ts';
import { createPortfolioB } from '../../../src-server/engine/commands/portfolios/create-portfolio-b.ts';
import type { PortfolioLog } from '../../../src-server/engine/ports/history-port.ts';
import { DEFAULT_ACCOUNT } from '../../../src-server/engine/world.ts';
import { proves } from '../../conformance/proves.ts';
import { makeWorld } from '../../support/make-world.ts';

const PORTFOLIOS = 40;
const BREATHS_BEFORE_IT_LEAVES = 3;

/** A log without entries, which records the portfolios of its reads. */
function emptyLog(requested: string[]): PortfolioLog {
  return {
    catchUp: () => true,
    entriesOf(id) {
      requested.push(id);
      return [];
    },
    allEntriesOf: () => [],
    read: () => [],
    ordersOf: () => new Map(),
    executed: () => [],
  };
}

test('lines of drift end when their reader has left', proves('A17'), async () => {
  const made = makeWorld();
  const { world } = made;
  for (let index = 0; index < PORTFOLIOS; index += 1) {
    const terms = { external_id: `p${index}`, currency: 'EUR', tax_wrapper: 'Depot', cash: 1 } as const;
    const created = createPortfolioB(world, DEFAULT_ACCOUNT, { ...terms, holdings: [], targets: [] });
    expect(created.ok).toBe(true);
  }
  let open: Response | null = null;
  const requested: string[] = [];
  const portfolioLog = emptyLog(requested);
  let breaths = 0;
  const after: After = (_delayMs, run) => {
    breaths += 1;
    if (breaths === BREATHS_BEFORE_IT_LEAVES && open !== null) {
      open.once('close', run);
      client.destroy();
    } else setImmediate(run);
    return () => undefined;
  };
  const app = express();
  app.use((request, response, next) => {
    setContext(request, newContext({ requestId: 'rq', startedMs: 0 }));
    open = response;
    next();
  });
  const router = Router();
  const driver = { nowMs: () => world.kernel.nowMs, afterCommand: () => undefined };
  const add = operationsAdder(
    router,
    { world, portfolioLog, after, driver },
    { refusesParameters: true, areCommands: true },
  );
  const { getPortfolioHistory, listDriftLines } = portfolioHistoryOperations;
  add({ getPortfolioHistory, listDriftLines }, portfolioHistoryHandlers);
  app.use(router);
  const ended = new Promise<unknown>((resolve) => {
    const report: ErrorRequestHandler = (error, _request, _response, _next) => resolve(error);
    app.use(report);
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = request({ port, host: '127.0.0.1', path: '/portfolio-drift', agent: false });
  client.on('error', () => undefined).end();

  expect(await ended).toBeInstanceOf(NobodyWaitsError);
  expect(requested.length).toBe(BREATHS_BEFORE_IT_LEAVES);
  server.close();
  made.close();
});
