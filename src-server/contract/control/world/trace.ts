/** Wire schemas of `GET /sim/trace/{id}` (decision L52): what a request set in motion, link by link. */
import { z } from 'zod';
import { at, count, portfolioId, rebalanceId, text } from '../../fields/described.ts';
import { journalNotice } from './journal.ts';

export const TRACE_KINDS = ['request', 'command', 'event', 'delivery', 'attempt', 'sink'] as const;
export const MOST_TRACE_NODES = 2_000;

export const traceNode = z
  .strictObject({
    id: text(
      'Names it in this trace: `rq_…` a request, `rq_…/command` what it did, `event/7` an event by its number, `dl_…` a ' +
        'delivery, `dl_…/2` an attempt by its number, `ev_…/sink/1` what a sink received.',
    ),
    parent: z
      .string()
      .nullable()
      .describe('What set it in motion, always listed before it; null: nothing that is known.'),
    kind: z.enum(TRACE_KINDS).describe('What it is.'),
    at: at('When.'),
    offset_ms: count('Milliseconds of virtual time after the first node.'),
    title: text('What happened, as a sentence.'),
    status: z
      .string()
      .nullable()
      .describe('How it went: HTTP status, status of the delivery or rebalance; null where there is nothing to say.'),
    data: z
      .record(z.string(), z.unknown())
      .describe(
        'Its fields: of an event those of the log with its number and type, else those of its list under `/sim`.',
      ),
  })
  .meta({ id: 'TraceNode', description: 'One link of a trace.' });
export type TraceNode = z.infer<typeof traceNode>;

export const trace = z
  .strictObject({
    id: text('The request.'),
    request: journalNotice
      .nullable()
      .describe('The request with which it began; null where the journal does not have it, or there was none.'),
    subject: z
      .strictObject({
        rebalance_id: rebalanceId.nullable().describe('The rebalance that it is about; null without one.'),
        portfolio_id: portfolioId.nullable().describe('The portfolio that it is about; null without one.'),
      })
      .describe('What it is about.'),
    nodes: z.array(traceNode).describe('By time, and at one instant causes before effects.'),
    truncated: z.boolean().describe(`True: there is more than the ${MOST_TRACE_NODES} nodes that are shown.`),
  })
  .meta({ id: 'Trace', description: 'What belongs together, from the request to what receivers answered.' });
export type Trace = z.infer<typeof trace>;
