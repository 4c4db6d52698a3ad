/** `/sim/stubs`: answers in place of those of the service, each a fault of the interface (decision R1). */
import type { Router } from 'express';
import {
  type InterfaceFaultView,
  interfaceFaultView,
  type StubAnswer,
} from '../../../contract/control/http-faults/http-faults.ts';
import { stubOperations } from '../../../contract/control/http-faults/stub-operations.ts';
import { createStub, type EndedStubs, type StubList, stubsQuery } from '../../../contract/control/http-faults/stubs.ts';
import { type HttpFault, inDrawOrder, isStub } from '../../../engine/http-faults/http-fault.ts';
import { endHttpFault } from '../../../engine/http-faults/set-http-fault.ts';
import { faultStatus } from '../../../engine/market/market-fault.ts';
import type { WebhookStore } from '../../../engine/ports/webhook-ports.ts';
import type { World } from '../../../engine/world.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { type ReadContent, withContent } from '../../../scenario/load/stub-content.ts';
import { setAnyFault } from '../../../scenario/run/set-any-fault.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody } from '../../http/bodies/read-body.ts';
import { readLargeJson } from '../../http/bodies/read-large-body.ts';
import { pageOf } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf, Problem, problemOfDetails } from '../../http/problem.ts';
import { contextOf } from '../../http/request-context.ts';
import { sendJson } from '../../http/send-response.ts';
import { hiddenStubWarnings } from '../../http-faults/hidden-stubs.ts';
import { isUnmet, type UnmetDependencies, withUnmet } from '../../http-faults/unmet-faults.ts';
import { viewHttpFault } from '../../views/market/view-faults.ts';

export interface StubRouteDependencies extends UnmetDependencies {
  readonly world: World;
  readonly driver: TimeDriver;
  readonly webhooks: WebhookStore;
  /** Files that answers may name (decision R1). */
  readonly readStubContent: ReadContent;
}

export function addStubRoutes(router: Router, service: StubRouteDependencies): void {
  const { world, driver, webhooks } = service;
  const view = (stub: HttpFault): InterfaceFaultView =>
    interfaceFaultView.parse(viewHttpFault(stub, world.kernel.nowMs));
  const stubs = () => {
    const all = inDrawOrder(world.httpFaults.all().filter(isStub));
    const isOpen = (stub: HttpFault) => ['scheduled', 'active'].includes(faultStatus(stub, world.kernel.nowMs));
    return [...all.filter(isOpen), ...all.filter((stub) => !isOpen(stub))];
  };
  addOperation(router, stubOperations.listStubs, async (request, response) => {
    const { unmet, ...page } = parseQuery(request, stubsQuery);
    const nowMs = driver.nowMs();
    const listed = stubs().filter((stub) => !unmet || isUnmet(stub, nowMs));
    const { rows, next } = pageOf<HttpFault>(listed, page, ({ faultId }) => faultId);
    const answer: StubList = { stubs: rows.map(view), ...(await withUnmet(service, unmet, rows, response)), next };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, stubOperations.setStub, readLargeJson, (request, response) => {
    const body = withFile(request, parseBody(request, createStub), service);
    driver.nowMs();
    const { faultId } = acceptedOf<{ readonly faultId: string }>(
      setAnyFault(world, webhooks, { kind: 'api_stub', ...body }),
    );
    sendJson(request, response, 201, { ...view(stubOf(world, faultId)), ...withWarnings(world, faultId) });
  });
  addOperation(router, stubOperations.endAllStubs, (request, response) => {
    driver.nowMs();
    const { kernel, httpFaults } = world;
    const open = httpFaults.open('interface', kernel.nowMs).filter(isStub);
    const ended = kernel.execute((unit) => open.map((stub) => httpFaults.end(stub, unit.nowMs)));
    const answer: EndedStubs = { stubs: ended.map(view) };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, stubOperations.endStub, (request, response) => {
    driver.nowMs();
    const { faultId } = stubOf(world, String(request.params.id));
    sendJson(request, response, 200, view(endHttpFault(world, faultId) ?? stubOf(world, faultId)));
  });
}

/**
 * The stub with the content of the file that it names, 400 at `/answer/file` otherwise. What is taken down of the request
 * has the content too, so that a recording does not need the file.
 */
export function withFile<Stub extends { readonly answer: StubAnswer }>(
  request: object,
  stub: Stub,
  { readStubContent }: Pick<StubRouteDependencies, 'readStubContent'>,
): Stub {
  if (stub.answer.file === undefined) return stub;
  const filled = withContent(stub.answer, readStubContent);
  if (!filled.ok) throw problemOfDetails([{ path: '/answer/file', issue: filled.issue }], 'request body');
  const whole = { ...stub, answer: filled.answer };
  contextOf(request).command?.begin(JSON.stringify(whole));
  return whole;
}

/** What the answer to a fault that was set says besides the fault (decision L40). */
export function withWarnings(world: World, faultId: string): { readonly warnings?: string[] } {
  const warnings = hiddenStubWarnings(world, faultId);
  return warnings.length === 0 ? {} : { warnings };
}

function stubOf({ httpFaults }: World, id: string): HttpFault {
  const found = httpFaults.find(id);
  if (found === null || !isStub(found)) throw new Problem('not_found', `There is no stub ${id}.`);
  return found;
}
