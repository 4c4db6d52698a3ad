/**
 * A small client of Form B. This form has no idempotency keys: where the answer to an execution gets lost, the client reads
 * how the rebalance stands before it asks again.
 */

export interface FormBOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly retries?: number;
  readonly pauseMs?: number;
  readonly timeoutMs?: number;
}

export interface NewPortfolio {
  readonly external_id: string;
  readonly currency: string;
  readonly tax_wrapper: string;
  readonly cash?: number;
  readonly targets: readonly { readonly isin: string; readonly weight: number }[];
}

export interface Rebalance {
  readonly rebalance_id: string;
  readonly status: 'plan_ready' | 'executing' | 'partially_filled' | 'complete' | 'failed' | 'cancelled';
  readonly orders: readonly { readonly side: string; readonly isin: string; readonly quantity: number }[];
}

/** The service refused; asking for the same again changes nothing. */
class RefusedError extends Error {}

export function createFormBClient(options: FormBOptions) {
  const { baseUrl, apiKey, retries = 3, pauseMs = 10, timeoutMs = 10_000 } = options;

  /** Rejects with `RefusedError` for what was refused, with another error where the answer was lost or may be better soon. */
  async function ask<Value>(method: string, path: string, body?: object): Promise<Value> {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const value = await response.json();
    if (response.ok) return value as Value;
    const { error } = value as { error: { code: string; message: string } };
    const message = `${method} ${path}: ${error.code}, ${error.message}`;
    throw response.status === 429 || response.status >= 500 ? new Error(message) : new RefusedError(message);
  }

  /** Asks again after a failure that may be over soon. Only for what may happen twice. */
  async function again<Value>(once: () => Promise<Value>): Promise<Value> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await once();
      } catch (error) {
        if (error instanceof RefusedError || attempt >= retries) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs * 2 ** attempt));
      }
    }
  }

  const read = (rebalanceId: string) => again(() => ask<Rebalance>('GET', `/rebalance/${rebalanceId}`));

  return {
    /** Never asked twice: `external_id` is not unique, and a second request would make a second portfolio. */
    createPortfolio: (portfolio: NewPortfolio) => ask<{ portfolio_id: string }>('POST', '/portfolios', portfolio),
    /** A second plan does no harm: only what is executed trades. */
    plan: (portfolioId: string) => again(() => ask<Rebalance>('POST', '/rebalance', { portfolio_id: portfolioId })),
    /** Executes a plan once, however often its answer gets lost. */
    execute: (rebalanceId: string) =>
      again(async () => {
        const { status } = await read(rebalanceId);
        if (status === 'plan_ready') await ask('POST', `/rebalance/${rebalanceId}/execute`, { confirm: true });
      }),
    read,
  };
}
