/**
 * A JSON client with persistent connections, for callers that send many requests to one server. Uses Node's HTTP
 * client, so that a test which replaces `fetch` does not cut off its own helpers.
 */
import { Agent } from './node-http.ts';
import { withLength } from './send-request.ts';
import { startRequest } from './start-request.ts';

interface JsonResponse {
  readonly status: number;
  /** Text where it is not JSON, even if its content type says so. */
  readonly body: unknown;
}

export interface JsonClient {
  /** Resolves with a response of any status; rejects without one. */
  send(method: string, url: string, headers: Readonly<Record<string, string>>, body: unknown): Promise<JsonResponse>;
  /** Closes idle connections; pending requests complete. */
  close(): void;
}

/** `fetch` as it was when the process started, for callers that need a `Response`. */
export const plainFetch: typeof fetch | undefined = globalThis.fetch;

/** Whether Node's `fetch` uses the proxy of the environment, which cannot reach this machine (Node 24). */
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
      const content = bytes.toString('utf8');
      const isJson = received['content-type']?.startsWith('application/json') ?? false;
      return { status: status ?? 0, body: isJson ? jsonOrText(content) : content };
    },
    close: () => agent.destroy(),
  };
}

function jsonOrText(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}
