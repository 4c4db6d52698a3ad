/** `/sim/lab-runs`: policies compared over years, played beside the world (decisions P1 and P2). */
import type { Request, Router } from 'express';
import { labOperations } from '../../../contract/control/lab/lab-operations.ts';
import {
  type LabRunFacts,
  type LabRunList,
  type LabRunWire,
  labLifeQuery,
  startLabRun,
} from '../../../contract/control/lab/lab-runs.ts';
import type { World } from '../../../engine/world.ts';
import type { LabService } from '../../../scenario/run/lab-service.ts';
import { addOperation } from '../../http/add-operation.ts';
import { allowStyle } from '../../http/answer-policy.ts';
import { parseBody } from '../../http/bodies/read-body.ts';
import { readLargeJson } from '../../http/bodies/read-large-body.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';

export interface LabRouteDependencies {
  readonly world: World;
  readonly labs: LabService;
}

export function addLabRoutes(router: Router, { world, labs }: LabRouteDependencies): void {
  const idOf = (request: Request) => String(request.params.id);
  addOperation(router, labOperations.listLabRuns, (request, response) => {
    const answer: LabRunList = { lab_runs: labs.list() };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, labOperations.startLabRun, readLargeJson, async (request, response) => {
    const answer: LabRunFacts = acceptedOf(await labs.start(world, parseBody(request, startLabRun)));
    sendJson(request, response, 202, answer);
  });
  addOperation(router, labOperations.getLabRun, (request, response) => {
    const answer: LabRunWire = acceptedOf(labs.find(idOf(request)));
    sendJson(request, response, 200, answer);
  });
  addOperation(router, labOperations.stopLabRun, (request, response) => {
    const answer: LabRunFacts = acceptedOf(labs.stop(idOf(request)));
    sendJson(request, response, 200, answer);
  });
  addOperation(router, labOperations.getLabRunCsv, (request, response) => {
    const csv = acceptedOf(labs.csv(idOf(request)));
    response
      .status(200)
      .type('text/csv')
      .attachment(`${idOf(request)}.csv`)
      .send(csv);
  });
  addOperation(router, labOperations.getLabScenario, async (request, response) => {
    const life = parseQuery(request, labLifeQuery);
    const text = acceptedOf(await labs.scenario(idOf(request), life));
    response
      .status(200)
      .type('text/yaml')
      .attachment(`${idOf(request)}-${life.seed}.yaml`)
      .send(text);
  });
  addOperation(router, labOperations.getLabRunReport, (request, response) => {
    const page = acceptedOf(labs.report(idOf(request)));
    allowStyle(response);
    response.status(200).type('text/html').send(page);
  });
}
