/** `/sim/instruments`: lists the tradable instruments, and adds the world's own (decisions L1, P4). */
import type { marketOperations } from '../../../contract/control/market/market-operations.ts';
import { accepted, mapOutcome } from '../../../engine/outcome.ts';
import { wholeInstrument } from '../../../scenario/run/whole-instrument.ts';
import type { HandlersFor } from '../../services.ts';
import { listInstruments, viewInstrument } from '../../views/market/view-instruments.ts';

type InstrumentRows = Pick<typeof marketOperations, 'listInstruments' | 'addInstruments'>;

export const instrumentHandlers: HandlersFor<InstrumentRows, 'world' | 'instruments'> = {
  listInstruments: ({ world }) => accepted(listInstruments(world)),

  addInstruments: ({ instruments, body }) =>
    mapOutcome(instruments.add(body.instruments.map(wholeInstrument)), (added) => ({
      instruments: added.map(viewInstrument),
    })),
};
