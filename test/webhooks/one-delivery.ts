/** An endpoint, a plan whose event it receives, and the control plane's record of that one delivery. */

import { expect } from 'vitest';
import {
  type DeliveryView,
  deliveryList,
  deliveryView,
  type ListedDelivery,
  type WebhookEndpoint,
  webhookEndpoint,
} from '../../src-server/contract/control/webhooks/webhooks.ts';
import { createSample, planFor } from '../api/service/sample-portfolio.ts';
import type { TestServer } from '../support/start-ballast.ts';

export async function register(
  server: Pick<TestServer, 'sim'>,
  url: string,
  events?: string[],
): Promise<WebhookEndpoint> {
  const response = await server.sim.post('/webhooks', events === undefined ? { url } : { url, events });
  if (response.status !== 201) throw new Error(response.text);
  return response.as(webhookEndpoint);
}

/** An endpoint for plans only, and a plan whose event it is to receive. */
export async function registerAndPlan(server: TestServer, url: string): Promise<WebhookEndpoint> {
  const endpoint = await register(server, url, ['rebalance.created']);
  await planFor(server, await createSample(server));
  return endpoint;
}

export async function onlyDelivery(server: TestServer): Promise<DeliveryView> {
  const { deliveries } = (await server.sim.get('/deliveries')).as(deliveryList);
  expect(deliveries).toHaveLength(1);
  const [{ delivery_id: id }] = deliveries as [ListedDelivery];
  return (await server.sim.get(`/deliveries/${id}`)).as(deliveryView);
}
