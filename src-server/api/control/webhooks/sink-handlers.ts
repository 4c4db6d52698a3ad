/**
 * `/sim/sinks`: lists the messages of the built-in receivers of webhooks, configures their responses, and deletes both.
 */
import type { sinkOperations } from '../../../contract/control/webhooks/sink-operations.ts';
import type { SinkList, SinkRequestView, SinkScriptView } from '../../../contract/control/webhooks/sinks.ts';
import { SINK_NAME, SINK_NAME_RULE } from '../../../contract/fields/sink-name.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { accepted, mapOutcome, refusedFor } from '../../../engine/outcome.ts';
import type { SinkRecord, SinkScript } from '../../../engine/ports/sink-ports.ts';
import type { EndpointRecord } from '../../../engine/ports/webhook-ports.ts';
import { numberOfCursor, pageFrom, pageOf } from '../../http/page-of.ts';
import type { HandlersFor, Services } from '../../services.ts';
import { injectedIntoRecord } from '../../views/webhooks/injected-faults.ts';
import { viewSignature } from '../../views/webhooks/view-signature.ts';

export const sinkHandlers: HandlersFor<typeof sinkOperations, 'sink' | 'world' | 'webhooks' | 'webhookService'> = {
  listSinks: ({ query, ...services }) =>
    mapOutcome(
      pageOf(listSinks(services), query, ({ name }) => name),
      ({ rows, next }) => ({ sinks: [...rows], next }),
    ),

  getSink({ sink, world, webhooks, webhookService, params: { name }, query: { limit, cursor } }) {
    const before = numberOfCursor(cursor, sink.requests(name, 1)[0]?.seq ?? 0);
    if (!before.ok) return before;
    const found = sink.requests(name, limit + 1, before.value);
    const { rows, next } = pageFrom(found, limit, ({ seq }) => String(seq));
    const requests = rows.map((record) => viewSinkRequest({ world, webhooks, webhookService }, record)).reverse();
    return accepted({ name, script: viewScript(sink.script(name)), requests, next });
  },

  emptySink: ({ sink, params: { name } }) => accepted({ name, forgotten: sink.clear(name) }),

  scriptSink: {
    /** A name that no sink can have is refused, whatever the body is. */
    handleUnread: ({ params: { name } }) =>
      SINK_NAME.test(name)
        ? null
        : refusedFor('The path is invalid', [{ path: '/name', issue: `is not ${SINK_NAME_RULE}` }]),
    handle({ sink, params: { name }, body: { answers: responses, afterwards } }) {
      const script: SinkScript = {
        name,
        answers: responses.map(({ delay_ms: delayMs, ...response }) => ({ ...response, delayMs })),
        afterwards,
        given: 0,
      };
      sink.putScript(script);
      return accepted(viewScript(script));
    },
  },

  unscriptSink({ sink, params: { name } }) {
    sink.dropScript(name);
    return accepted(viewScript(null));
  },
};

/** By name: the stored sinks, and those that a webhook endpoint points at although they have received nothing. */
function listSinks({ sink, webhooks, webhookService }: SinkServices): SinkList['sinks'] {
  const registered = new Set(webhooks.endpoints().flatMap(({ url }) => webhookService.sinkAt(url) ?? []));
  const known = sink.names().map((each) => ({ ...each, registered: registered.delete(each.name) }));
  const silent = [...registered].map((name) => ({ name, received: 0, scripted: false, registered: true }));
  return [...known, ...silent].sort((left, right) => (left.name < right.name ? -1 : 1));
}

type SinkServices = Pick<Services, 'sink' | 'webhooks' | 'webhookService'>;

/** Returns the endpoints that point at a sink. */
export function endpointsOf({ webhooks, webhookService }: Omit<SinkServices, 'sink'>, name: string): EndpointRecord[] {
  return webhooks.endpoints().filter(({ url }) => webhookService.sinkAt(url) === name);
}

/** A sink without a script accepts everything. */
function viewScript(script: SinkScript | null): SinkScriptView {
  if (script === null) return { answers: [], afterwards: 'accept', given: 0 };
  const { answers: responses, afterwards, given } = script;
  const shown = responses.map(({ delayMs, headers, ...response }) => ({
    ...response,
    headers: { ...headers },
    delay_ms: delayMs,
  }));
  return { answers: shown, afterwards, given };
}

function viewSinkRequest(
  service: Pick<Services, 'world' | 'webhooks' | 'webhookService'>,
  record: SinkRecord,
): SinkRequestView {
  const { name, method, path, body, eventId, signatureValid, status, delayMs } = record;
  const isOurs = signatureValid !== null && endpointsOf(service, name).length > 0;
  return {
    received_at: formatInstant(record.receivedMs),
    method,
    path,
    headers: { ...record.headers },
    body,
    event_id: eventId,
    signature_valid: signatureValid,
    signature: isOurs ? explainRecord(service, record) : null,
    injected: injectedIntoRecord(service, record),
    answered: { status, delay_ms: delayMs },
  };
}

function explainRecord(
  { webhookService }: Pick<Services, 'webhookService'>,
  { headers, body }: SinkRecord,
): SinkRequestView['signature'] {
  const message = { headers, body, secret: null, webhookId: null, atMs: null, toleranceSeconds: 300 };
  return viewSignature(webhookService.explain(message));
}
