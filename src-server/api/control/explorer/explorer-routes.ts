/** `/sim/explorations`: which faults break a client, tried beside the world (decisions Q1 to Q6). */
import type { Request, Response, Router } from 'express';
import {
  type ExplorationFacts,
  type ExplorationList,
  type ExplorationPreview,
  type ExplorationWire,
  type FindingFile,
  startExploration,
} from '../../../contract/control/explorer/explorations.ts';
import { explorerOperations } from '../../../contract/control/explorer/explorer-operations.ts';
import type { ExplorerService } from '../../../scenario/run/explorer-service.ts';
import { addOperation } from '../../http/add-operation.ts';
import { allowStyle } from '../../http/answer-policy.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { acceptedOf } from '../../http/problem.ts';
import { contextOf } from '../../http/request-context.ts';
import { sendJson } from '../../http/send-response.ts';

export interface ExplorerRouteDependencies {
  readonly explorer: ExplorerService;
}

export function addExplorerRoutes(router: Router, { explorer }: ExplorerRouteDependencies): void {
  const idOf = (request: Request) => String(request.params.id);
  addOperation(router, explorerOperations.listExplorations, (request, response) => {
    const answer: ExplorationList = { explorations: explorer.list() };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, explorerOperations.startExploration, readJson, (request, response) => {
    const wanted = parseBody(request, startExploration);
    // Whatever runs in the page could start a command: only a person may (decision Q6).
    const answer: ExplorationFacts = acceptedOf(explorer.start(wanted, contextOf(request).caller === 'app'));
    sendJson(request, response, 202, answer);
  });
  addOperation(router, explorerOperations.previewExploration, readJson, (request, response) => {
    const answer: ExplorationPreview = acceptedOf(explorer.preview(parseBody(request, startExploration)));
    sendJson(request, response, 200, answer);
  });
  addOperation(router, explorerOperations.getExploration, (request, response) => {
    const answer: ExplorationWire = acceptedOf(explorer.find(idOf(request)));
    sendJson(request, response, 200, answer);
  });
  addOperation(router, explorerOperations.stopExploration, (request, response) => {
    const answer: ExplorationFacts = acceptedOf(explorer.stop(idOf(request)));
    sendJson(request, response, 200, answer);
  });
  const send = (name: FindingFile, type: string) => (request: Request, response: Response) => {
    const number = String(request.params.number);
    const text = acceptedOf(explorer.findingFile(idOf(request), /^\d{1,6}$/.test(number) ? Number(number) : 0, name));
    if (type === 'text/html') allowStyle(response);
    else response.attachment(`${idOf(request)}-finding-${number}.${name}`);
    response.status(200).type(type).send(text);
  };
  addOperation(router, explorerOperations.getFindingStory, send('story.html', 'text/html'));
  addOperation(router, explorerOperations.getFindingScenario, send('scenario.yaml', 'text/yaml'));
  addOperation(router, explorerOperations.getFindingExploration, send('explore.yaml', 'text/yaml'));
  addOperation(router, explorerOperations.getFindingTest, send('test.mjs', 'text/javascript'));
}
