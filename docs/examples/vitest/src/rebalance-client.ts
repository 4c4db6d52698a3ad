/** A small client of the rebalancing API (Form A): what it sends can be sent again, so it retries what may be over soon. */

export interface ClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly retries?: number;
  readonly pauseMs?: number;
  readonly timeoutMs?: number;
}

interface ServiceResponse {
  readonly status: number;
  readonly value: unknown;
  readonly retryAfterMs: number;
}

/** No whole answer came in time. */
interface LostResponse {
  readonly lost: unknown;
  readonly retryAfterMs: 0;
}

export type RebalanceClient = ReturnType<typeof createRebalanceClient>;

export function createRebalanceClient(options: ClientOptions) {
  const { baseUrl, apiKey, retries = 3, pauseMs = 10, timeoutMs = 2000 } = options;

  async function ask(method: string, path: string, body?: object): Promise<ServiceResponse> {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const retryAfterMs = 1000 * Number(response.headers.get('retry-after') ?? 0);
    return { status: response.status, value: await response.json(), retryAfterMs };
  }

  async function send<Value>(method: string, path: string, body?: object): Promise<Value> {
    for (let attempt = 0; ; attempt += 1) {
      const response = await ask(method, path, body).catch(
        (lost: unknown): LostResponse => ({ lost, retryAfterMs: 0 }),
      );
      const isOver = attempt >= retries;
      if ('lost' in response) {
        if (isOver)
          throw new Error(`${method} ${path}: no answer after ${attempt + 1} attempts`, { cause: response.lost });
      } else if (response.status < 300) {
        return response.value as Value;
      } else if (isOver || !isWorthRetrying(response.status)) {
        const { error } = response.value as { error: { code: string; message: string } };
        throw new Error(`${method} ${path}: ${error.code}, ${error.message}`);
      }
      // Longer each time, and never sooner than the service allows.
      await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs * 2 ** attempt, response.retryAfterMs)));
    }
  }

  return {
    /** The same `orderId` never trades twice: the service answers it as it did the first time. */
    rebalance: (portfolioId: string, targetWeights: Readonly<Record<string, number>>, orderId: string) =>
      send<{ rebalance_id: string }>('POST', `/portfolios/${portfolioId}/rebalance`, {
        target_weights: targetWeights,
        idempotency_key: orderId,
      }),
    status: async (rebalanceId: string) => (await send<{ status: string }>('GET', `/rebalances/${rebalanceId}`)).status,
  };
}

/** The same request may succeed in a moment; a lost answer is tried again, too. */
function isWorthRetrying(status: number): boolean {
  return status === 429 || status >= 500;
}
