/** A small client of the rebalancing API (Form A): what it sends can be sent again, so it retries what may be over soon. */

export function createRebalanceClient({ baseUrl, apiKey, retries = 3, pauseMs = 10, timeoutMs = 2000 }) {
  /** Rejects where no whole answer came in time. */
  async function ask(method, path, body) {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const retryAfterMs = 1000 * Number(response.headers.get('retry-after') ?? 0);
    return { status: response.status, value: await response.json(), retryAfterMs };
  }

  async function send(method, path, body) {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await ask(method, path, body).catch((error) => ({ lost: error, retryAfterMs: 0 }));
      if (answer.status < 300) return answer.value;
      const isOver = attempt >= retries;
      if ('lost' in answer) {
        if (isOver)
          throw new Error(`${method} ${path}: no answer after ${attempt + 1} attempts`, { cause: answer.lost });
      } else if (isOver || !isWorthRetrying(answer.status)) {
        const { code, message } = answer.value.error;
        throw new Error(`${method} ${path}: ${code}, ${message}`);
      }
      // Longer each time, and never sooner than the service allows.
      await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs * 2 ** attempt, answer.retryAfterMs)));
    }
  }

  return {
    /** The same `orderId` never trades twice: the service answers it as it did the first time. */
    rebalance: (portfolioId, targetWeights, orderId) =>
      send('POST', `/portfolios/${portfolioId}/rebalance`, {
        target_weights: targetWeights,
        idempotency_key: orderId,
      }),
    status: async (rebalanceId) => (await send('GET', `/rebalances/${rebalanceId}`)).status,
  };
}

/** The same request may succeed in a moment; a lost answer is tried again, too. */
function isWorthRetrying(status) {
  return status === 429 || status >= 500;
}
