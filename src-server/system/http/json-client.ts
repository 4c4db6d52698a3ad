/**
 * A client for JSON over connections that are kept, for whoever sends requests to one server all day. Uses Node's HTTP
 * client, so that a test which puts another `fetch` in place does not cut off its own helpers.
 */
import { Agent } from './node-http.ts';
import { withLength } from './send-request.ts';
import { startRequest } from './start-request.ts';

interface JsonResponse {
  readonly status: number;
  /** A text where it is no JSON, also where it says that it is. */
  readonly body: unknown;
}

export interface JsonClient {
  /** Any status is an answer; rejects where there is none. */
  send(method: string, url: string, headers: Readonly<Record<string, string>>, body: unknown): Promise<JsonResponse>;
  /** Closes idle connections; requests under way come to their end. */
  close(): void;
}

/** `fetch` as it was when the process started, for those who want a `Response`. */
export const plainFetch: typeof fetch | undefined = globalThis.fetch;

/** Node's `fetch` then asks the proxy of the environment, on which no machine is this one (Node 24). */
export function usesProxy(): boolean {
  const { HTTP_PROXY, http_proxy, NODE_OPTIONS = '', NODE_USE_ENV_PROXY } = process.env;
  const isOn = NODE_USE_ENV_PROXY === '1' || [NODE_OPTIONS, ...process.execArgv].join(' ').includes('--use-env-proxy');
  return isOn && Boolean(HTTP_PROXY ?? http_proxy);
}

export function createJsonClient(): JsonClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  return {
    async send(method, url, headers, body) {
      const text = body === undefined ? null : JSON.stringify(body);
      const typed = text === null ? headers : { ...headers, 'content-type': 'application/json' };
      const request = withLength({ method, url, headers: typed, body: text, timeoutMs: null, agent });
      const { status, headers: received, body: bytes, failure } = await startRequest(request).result;
      if (failure !== null) throw 'error' in failure ? failure.error : new Error('the response broke off');
      const answer = bytes.toString('utf8');
      const isJson = received['content-type']?.startsWith('application/json') ?? false;
      return { status: status ?? 0, body: isJson ? jsonOrText(answer) : answer };
    },
    close: () => agent.destroy(),
  };
}

function jsonOrText(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return answer;
  }
}
