/** A small client of the rebalancing API (Form A): what it sends can be sent again, so it retries what may be over soon. */

/** Errors after which the same request may succeed; a lost connection is one, too. */
const WORTH_RETRYING = new Set([429, 500]);

function createRebalanceClient({ baseUrl, apiKey, retries = 3, pauseMs = 10 }) {
  async function send(method, path, body) {
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      }).catch((error) => ({ lost: error }));
      const isOver = attempt >= retries;
      if ('lost' in response) {
        if (isOver)
          throw new Error(`${method} ${path}: no answer after ${attempt + 1} attempts`, { cause: response.lost });
      } else if (response.ok) {
        return response.json();
      } else if (isOver || !WORTH_RETRYING.has(response.status)) {
        const { error } = await response.json();
        throw new Error(`${method} ${path}: ${error.code}, ${error.message}`);
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs * 2 ** attempt));
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

module.exports = { createRebalanceClient };
