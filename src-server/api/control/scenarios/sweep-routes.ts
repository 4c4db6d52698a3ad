/** `/sim/sweeps`: one scenario with many seeds and values, played beside the world (decisions K87 to K89). */

import type { Request, Router } from 'express';
import { sweepOperations } from '../../../contract/control/scenarios/sweep-operations.ts';
import {
  type SweepFacts,
  type SweepList,
  type SweepWire,
  startSweep,
  sweepQuery,
} from '../../../contract/control/scenarios/sweeps.ts';
import type { SweepService } from '../../../scenario/run/sweep-service.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';

export interface SweepRouteDependencies {
  readonly sweeps: SweepService;
}

export function addSweepRoutes(router: Router, { sweeps }: SweepRouteDependencies): void {
  const idOf = (request: Request) => String(request.params.id);
  addOperation(router, sweepOperations.listSweeps, (request, response) => {
    const answer: SweepList = { sweeps: sweeps.list() };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, sweepOperations.startSweep, readJson, async (request, response) => {
    const answer: SweepFacts = acceptedOf(await sweeps.start(parseBody(request, startSweep)));
    sendJson(request, response, 202, answer);
  });
  addOperation(router, sweepOperations.getSweep, (request, response) => {
    const { figure = null } = parseQuery(request, sweepQuery);
    const answer: SweepWire = acceptedOf(sweeps.find(idOf(request), figure));
    sendJson(request, response, 200, answer);
  });
  addOperation(router, sweepOperations.stopSweep, (request, response) => {
    const answer: SweepFacts = acceptedOf(sweeps.stop(idOf(request)));
    sendJson(request, response, 200, answer);
  });
}
