/** `/sim/instruments`: what can be traded, and what the world gets for itself (decisions L1, P4). */
import type { Router } from 'express';
import { addInstruments } from '../../../contract/control/market/instruments.ts';
import { marketOperations } from '../../../contract/control/market/market-operations.ts';
import type { InstrumentList } from '../../../contract/control/portfolios/portfolios.ts';
import type { InstrumentService } from '../../../engine/instrument-service.ts';
import type { World } from '../../../engine/world.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { wholeInstrument } from '../../../scenario/run/whole-instrument.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody } from '../../http/bodies/read-body.ts';
import { readLargeJson } from '../../http/bodies/read-large-body.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { listInstruments, viewInstrument } from '../../views/market/view-instruments.ts';

export interface InstrumentRouteDependencies {
  readonly world: World;
  readonly driver: TimeDriver;
  readonly instruments: InstrumentService;
}

export function addInstrumentRoutes(router: Router, { world, driver, instruments }: InstrumentRouteDependencies): void {
  addOperation(router, marketOperations.listInstruments, (request, response) => {
    const answer: InstrumentList = listInstruments(world);
    sendJson(request, response, 200, answer);
  });
  addOperation(router, marketOperations.addInstruments, readLargeJson, (request, response) => {
    const body = parseBody(request, addInstruments);
    driver.nowMs();
    const added = acceptedOf(instruments.add(body.instruments.map(wholeInstrument)));
    const answer: InstrumentList = { instruments: added.map(viewInstrument) };
    sendJson(request, response, 201, answer);
  });
}
