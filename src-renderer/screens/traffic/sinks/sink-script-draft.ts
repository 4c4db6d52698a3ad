/** The script of a sink as the editor's draft, and the request made of it. The service validates it. */
import type { ControlBody } from '../../../../src-server/contract/control/control-routes.ts';
import type { SinkScriptView } from '../../../../src-server/contract/control/webhooks/sinks.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { type NumberText, numberOf } from '../../../components/forms/number-text.ts';
import { headerLines, parseHeaders } from '../../../components/webhooks/parse-headers.ts';

export interface ResponseDraft extends Readonly<Record<'status' | 'delay_ms' | 'times', NumberText>> {
  readonly id: number;
  /** Lines of `Name: value`. */
  readonly headers: string;
  readonly body: string;
}

export interface ScriptDraft {
  readonly responses: readonly ResponseDraft[];
  readonly afterwards: SinkScriptView['afterwards'];
}

/** A sink without a script gets an initial one: it fails once, then accepts everything. */
export function scriptDraftOf({ answers: responses, afterwards }: SinkScriptView): ScriptDraft {
  if (responses.length === 0) return { responses: [newResponse([], 503)], afterwards: 'accept' };
  const drafts = responses.map((response, index) => ({
    ...response,
    id: index + 1,
    headers: headerLines(response.headers),
  }));
  return { responses: drafts, afterwards };
}

export function newResponse(others: readonly ResponseDraft[], status = 200): ResponseDraft {
  const id = Math.max(0, ...others.map((response) => response.id)) + 1;
  return { id, status, delay_ms: 0, times: 1, headers: '', body: '' };
}

/** The body of `PUT /sim/sinks/{name}`. A missing number is sent as null, so that the service names its field. */
export function scriptBody({ responses, afterwards }: ScriptDraft): ControlBody<'PUT /sinks/{name}'> {
  return {
    answers: responses.map(({ status, delay_ms, times, headers, body }) => ({
      status: numberOf(status),
      delay_ms: numberOf(delay_ms),
      times: numberOf(times),
      headers: parseHeaders(headers).headers,
      body,
    })),
    afterwards,
  };
}

/** Issues of the header lines, which the service never sees. */
export function headerFaults({ responses }: ScriptDraft): readonly string[] {
  return responses.flatMap(({ headers }, index) =>
    parseHeaders(headers).faults.map((fault) => `Headers of response ${index + 1}: ${fault}`),
  );
}

export const AFTERWARDS_LABELS: Readonly<Record<SinkScriptView['afterwards'], string>> = {
  repeat_last: 'the last response repeatedly',
  start_over: 'the script from its start',
  accept: '200 to every request',
};

/** `503 twice, 429 after 250 ms, then 200 to everything.` */
export function formatScript({ answers: responses, afterwards }: SinkScriptView): string {
  if (responses.length === 0) return 'The sink responds with 200 to every request.';
  const parts = responses.map(({ status, delay_ms: delayMs, times }) => {
    const delay = delayMs > 0 ? ` after ${formatCount(delayMs)} ms` : '';
    return `${status}${delay} ${TIMES[times] || `${formatCount(times)} times`}`;
  });
  return `The sink responds with ${parts.join(', then ')}; afterwards ${AFTERWARDS_LABELS[afterwards]}.`;
}

const TIMES = ['', 'once', 'twice'];
