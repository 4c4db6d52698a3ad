// Requests of a client to the control plane: it pays money in, looks up its portfolios, and registers webhook
// endpoints.
import { GaveUp } from './gave-up.mjs';
import { pause } from './http.mjs';

export function openControlPlane(http, variables) {
  const { BALLAST_CONTROL_URL: base, BALLAST_ADMIN_TOKEN: token, BALLAST_WEBHOOK_SECRET: secret } = variables;
  const ask = async (method, path, body, attempt = 0) => {
    try {
      const { status, value } = await http.ask(method, `${base}${path}`, { token, body });
      if (status >= 400) throw new GaveUp(`${method} ${path}: ${value?.error?.message ?? status}`);
      return value;
    } catch (error) {
      if (error instanceof GaveUp || attempt === 5) throw error;
      // Faults do not hit the control plane, but the server may restart.
      await pause(20 * 2 ** attempt);
      return ask(method, path, body, attempt + 1);
    }
  };
  return {
    putCash: (portfolioId, amount) => ask('POST', `/portfolios/${portfolioId}/cash`, { amount }),
    /** The service cannot list portfolios. `null`: there is none with that name. */
    async findPortfolio(name) {
      const { portfolios } = await ask('GET', '/portfolios?limit=1000');
      return portfolios.find(({ label }) => label === name) ?? null;
    },
    /** Resolves with the id of the endpoint. */
    async addWebhook(url, more = {}) {
      const { webhook_id: id } = await ask('POST', '/webhooks', { url, secret, ...more });
      return id;
    },
    async readSecret(webhookId) {
      const endpoint = await ask('GET', `/webhooks/${webhookId}`);
      return endpoint.secret;
    },
    /** Every delivery to any endpoint, latest first. */
    async deliveries() {
      const all = [];
      for (let cursor = ''; cursor !== null; ) {
        const page = await ask('GET', `/deliveries?limit=1000${cursor && `&cursor=${cursor}`}`);
        all.push(...page.deliveries);
        cursor = page.next;
      }
      return all;
    },
  };
}
