/** Sends the request of a scenario step over HTTP, and presents the response to steps. */
import type { ScenarioRequest, ScenarioResponse, WorldAddresses } from '../../scenario/run/scenario-host.ts';
import type { ClientRequestParts, ClientResponse } from '../../system/http/http-client.ts';

const DEFAULT_TIMEOUT_MS = 30_000;

/** As sent by a client of the world. */
export function requestParts(started: WorldAddresses, request: ScenarioRequest): ClientRequestParts {
  const { base, method, path, headers = {}, key, body, text, timeoutMs = DEFAULT_TIMEOUT_MS } = request;
  const bases = { A: started.formAUrl, B: started.formBUrl, both: started.baseUrl, control: started.controlUrl };
  const secret = base === 'control' ? started.adminToken : key === undefined ? started.apiKey : key;
  const sent = text ?? (body === undefined ? null : JSON.stringify(body));
  const usual = {
    ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
    ...(sent === null ? {} : { 'content-type': 'application/json' }),
  };
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { method, url: `${bases[base]}${path}`, headers: { ...usual, ...own }, body: sent, timeoutMs };
}

export function scenarioResponseOf({ status, headers, text, failure }: ClientResponse): ScenarioResponse {
  return { status, headers, body: bodyOf(headers['content-type'], text), text, failure };
}

function bodyOf(contentType: string | undefined, text: string): unknown {
  if (text === '' || contentType?.startsWith('application/json') !== true) return text;
  try {
    return JSON.parse(text);
  } catch {
    // A response may be broken by a fault.
    return text;
  }
}
