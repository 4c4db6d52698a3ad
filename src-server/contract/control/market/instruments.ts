/** Wire schema of instruments that a running world gets for itself (decision P4). */
import { z } from 'zod';
import { ownInstrument } from '../../scenario/custom-market.ts';

export const addInstruments = z
  .strictObject({
    instruments: z.array(ownInstrument).min(1).max(1000).describe('Instruments, as in a world file.'),
  })
  .meta({ id: 'AddInstruments', description: 'Instruments to add to the world.' });
