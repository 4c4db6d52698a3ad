/** A small client of the rebalancing API (Form A): what it sends can be sent again, so it retries what may be over soon. */

/** Errors after which the same request may succeed; a lost connection is one, too. */
const WORTH_RETRYING = new Set([429, 500]);

export interface ClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly retries?: number;
  readonly pauseMs?: number;
}

export type RebalanceClient = ReturnType<typeof createRebalanceClient>;

export function createRebalanceClient({ baseUrl, apiKey, retries = 3, pauseMs = 10 }: ClientOptions) {
  async function send<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch((error: unknown) => ({ lost: error }));
      const isOver = attempt >= retries;
      if ('lost' in response) {
        if (isOver)
          throw new Error(`${method} ${path}: no answer after ${attempt + 1} attempts`, { cause: response.lost });
      } else if (response.ok) {
        return (await response.json()) as Answer;
      } else if (isOver || !WORTH_RETRYING.has(response.status)) {
        const { error } = (await response.json()) as { error: { code: string; message: string } };
        throw new Error(`${method} ${path}: ${error.code}, ${error.message}`);
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs * 2 ** attempt));
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
