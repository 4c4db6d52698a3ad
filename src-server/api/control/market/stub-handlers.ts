/** `/sim/stubs`: replaces responses of the service, each as a fault of the interface (decision R1). */
import type { StubResponse } from '../../../contract/control/http-faults/fault-terms.ts';
import { type InterfaceFaultView, interfaceFaultView } from '../../../contract/control/http-faults/http-faults.ts';
import type { stubOperations } from '../../../contract/control/http-faults/stub-operations.ts';
import type { HttpFault } from '../../../engine/http-faults/http-fault.ts';
import { endHttpFault } from '../../../engine/http-faults/set-http-fault.ts';
import { faultStatus } from '../../../engine/market/market-fault.ts';
import { accepted, mapOutcome, type Outcome, refused, refusedFor } from '../../../engine/outcome.ts';
import type { World } from '../../../engine/world.ts';
import { withContent } from '../../../scenario/load/stub-content.ts';
import { setAnyFault } from '../../../scenario/run/set-any-fault.ts';
import type { Client } from '../../http/handler.ts';
import { pageOf } from '../../http/page-of.ts';
import { inDrawOrder, isStub } from '../../http-faults/draw-order.ts';
import { hiddenStubWarnings } from '../../http-faults/hidden-stubs.ts';
import { isUnmet, type UnmetDependencies, withUnmet } from '../../http-faults/unmet-faults.ts';
import type { HandlersFor, Services } from '../../services.ts';
import { viewHttpFault } from '../../views/market/view-faults.ts';

export const stubHandlers: HandlersFor<typeof stubOperations, keyof UnmetDependencies | 'readStubContent'> = {
  async listStubs(call) {
    const { world, query, nowMs, client } = call;
    const { unmet, ...page } = query;
    const listed = stubsOf(world).filter((stub) => !unmet || isUnmet(stub, nowMs));
    const found = pageOf<HttpFault>(listed, page, ({ faultId }) => faultId);
    if (!found.ok) return found;
    const { rows, next } = found.value;
    const stubs = rows.map((stub) => viewStub(world, stub));
    return mapOutcome(await withUnmet(call, unmet, rows, client), (explained) => ({ stubs, ...explained, next }));
  },

  setStub({ world, webhooks, readStubContent, body, client }) {
    const filled = withFile(client, body, { readStubContent });
    if (!filled.ok) return filled;
    const set: Outcome<{ readonly faultId: string }> = setAnyFault(world, webhooks, {
      kind: 'api_stub',
      ...filled.value,
    });
    if (!set.ok) return set;
    const { faultId } = set.value;
    return mapOutcome(findStub(world, faultId), (stub) => ({
      ...viewStub(world, stub),
      ...withWarnings(world, faultId),
    }));
  },

  endAllStubs({ world }) {
    const { kernel, httpFaults } = world;
    const open = httpFaults.open('interface', kernel.nowMs).filter(isStub);
    const ended = kernel.execute((unit) => open.map((stub) => httpFaults.end(stub, unit.nowMs)));
    return accepted({ stubs: ended.map((stub) => viewStub(world, stub)) });
  },

  endStub: ({ world, params }) =>
    mapOutcome(findStub(world, params.id), (stub) => viewStub(world, endHttpFault(world, stub.faultId) ?? stub)),
};

/**
 * Returns the stub with the content of the file that it names, or 400 at `/answer/file`. The recorded request has the
 * content, too, so that a recording does not need the file.
 */
export function withFile<Stub extends { readonly answer: StubResponse }>(
  client: Pick<Client, 'beginCommand'>,
  stub: Stub,
  { readStubContent }: Pick<Services, 'readStubContent'>,
): Outcome<Stub> {
  if (stub.answer.file === undefined) return accepted(stub);
  const filled = withContent(stub.answer, readStubContent);
  if (!filled.ok) return refusedFor('The request body is invalid', [{ path: '/answer/file', issue: filled.issue }]);
  const whole = { ...stub, answer: filled.response };
  client.beginCommand(JSON.stringify(whole));
  return accepted(whole);
}

/** Returns the members of a response about a new fault, other than the fault itself (decision L40). */
export function withWarnings(world: World, faultId: string): { readonly warnings?: string[] } {
  const warnings = hiddenStubWarnings(world, faultId);
  return warnings.length === 0 ? {} : { warnings };
}

/** In the order in which a request is compared with them; those that have ended come last. */
function stubsOf({ httpFaults, kernel }: World): readonly HttpFault[] {
  const all = inDrawOrder(httpFaults.all().filter(isStub));
  const isOpen = (stub: HttpFault) => ['scheduled', 'active'].includes(faultStatus(stub, kernel.nowMs));
  return [...all.filter(isOpen), ...all.filter((stub) => !isOpen(stub))];
}

/** Uses the present time of the world: a file's content restarts the command, which may have moved the clock. */
function viewStub({ kernel }: World, stub: HttpFault): InterfaceFaultView {
  return interfaceFaultView.parse(viewHttpFault(stub, kernel.nowMs));
}

function findStub({ httpFaults }: World, id: string): Outcome<HttpFault> {
  const found = httpFaults.find(id);
  if (found === null || !isStub(found)) return refused('not_found', `There is no stub ${id}.`);
  return accepted(found);
}
