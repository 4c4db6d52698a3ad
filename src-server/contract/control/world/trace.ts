/** API schemas of `GET /sim/trace/{id}` (decision L52): the effects of a request, node by node. */
import { z } from 'zod';
import { at, count, portfolioId, rebalanceId, text } from '../../fields/described.ts';
import { journalNotice } from './journal.ts';

const TRACE_KINDS = ['request', 'command', 'event', 'delivery', 'attempt', 'sink'] as const;
export const MAX_TRACE_NODES = 2_000;

const traceNode = z
  .strictObject({
    id: text(
      'Identifier in this trace: `rq_…` a request, `rq_…/command` what it did, `event/7` an event by its number, `dl_…` a ' +
        'delivery, `dl_…/2` an attempt by its number, `ev_…/sink/1` what a sink received.',
    ),
    parent: z
      .string()
      .nullable()
      .describe('Identifier of the node that caused it, always listed before it; null: no known cause.'),
    kind: z.enum(TRACE_KINDS).describe('Kind of the node.'),
    at: at('Time at which it happened.'),
    offset_ms: count('Milliseconds of virtual time after the first node.'),
    title: text('What happened, as a sentence.'),
    status: z
      .string()
      .nullable()
      .describe('Outcome: HTTP status, or status of the delivery or rebalance; null if it has none.'),
    data: z
      .record(z.string(), z.unknown())
      .describe(
        'Its fields: for an event, those of the log with its number and type; else, those of its list under `/sim`.',
      ),
  })
  .meta({ id: 'TraceNode', description: 'A node of a trace.' });
export type TraceNode = z.infer<typeof traceNode>;

export const trace = z
  .strictObject({
    id: text('Identifier that was traced.'),
    request: journalNotice
      .nullable()
      .describe('The request with which the trace begins; null if the journal does not have it, or there was none.'),
    subject: z
      .strictObject({
        rebalance_id: rebalanceId.nullable().describe('The rebalance that the trace concerns; null without one.'),
        portfolio_id: portfolioId.nullable().describe('The portfolio that the trace concerns; null without one.'),
      })
      .describe('What the trace concerns.'),
    nodes: z.array(traceNode).describe('Nodes by time; at the same instant, causes before effects.'),
    truncated: z.boolean().describe(`True: there are more nodes than the ${MAX_TRACE_NODES} that are shown.`),
  })
  .meta({ id: 'Trace', description: 'A request and what followed, up to the responses of receivers.' });
export type Trace = z.infer<typeof trace>;
