/** Responses to a probe of a server or a world (decision A20). */
import { z } from 'zod';

export const health = z
  .strictObject({ status: z.literal('ok').describe('The server is listening.') })
  .meta({ id: 'Health', description: 'The server is listening, whether or not its worlds are open.' });

export const readiness = z
  .strictObject({
    status: z
      .enum(['ready', 'opening', 'stopping'])
      .describe(
        '`ready`: requests are answered immediately. `opening`: they wait, because worlds are being opened, reset or ' +
          'restored. `stopping`: the server or the world is shutting down.',
      ),
  })
  .meta({ id: 'Readiness', description: 'Whether requests are answered immediately.' });
export type Readiness = z.output<typeof readiness>;
