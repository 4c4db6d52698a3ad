/** Sets and reads policies over HTTP, and their entries in the log. */
import { expect } from 'vitest';
import { type PolicyWire, policy } from '../../../../src-server/contract/control/portfolios/policies.ts';
import { eventList, type WorldEvent } from '../../../../src-server/contract/control/world/records.ts';
import type { TestResponse, TestServer } from '../../../support/start-ballast.ts';

export function putPolicy(server: TestServer, portfolioId: string, body: object): Promise<TestResponse> {
  const init = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return server.sim.send('PUT', `/portfolios/${portfolioId}/policy`, init);
}

export async function setPolicy(server: TestServer, portfolioId: string, body: object): Promise<PolicyWire> {
  const response = await putPolicy(server, portfolioId, body);
  expect(response.text).not.toContain('"error"');
  return response.as(policy);
}

export async function policyOf(server: TestServer, portfolioId: string): Promise<PolicyWire> {
  return (await server.sim.get(`/portfolios/${portfolioId}/policy`)).as(policy);
}

export async function logOf(server: TestServer): Promise<WorldEvent[]> {
  const events: WorldEvent[] = [];
  for (let after: number | string | null = 0; after !== null; ) {
    const page: { events: WorldEvent[]; next: unknown } = (
      await server.sim.get(`/events?limit=1000&after=${after}`)
    ).as(eventList);
    events.push(...page.events);
    after = page.next === null ? null : (page.events.at(-1)?.seq ?? null);
  }
  return events;
}

/** Each as `type at`, with the reason of those that have one. */
export async function policyLog(server: TestServer): Promise<string[]> {
  const events = (await logOf(server)).filter(({ type }) => type.startsWith('policy.'));
  return events.map(({ type, at, data }) => {
    const reason = data.reason === undefined ? '' : ` ${data.reason}`;
    return `${type.slice('policy.'.length)} ${data.when ?? ''}${reason} ${at.slice(0, 16)}`.replaceAll('  ', ' ');
  });
}
