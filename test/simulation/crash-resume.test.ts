import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { firstBrokenLink } from '../../src-server/kernel/event-chain.ts';
import { drawUint32, drawUniform, streamKey } from '../../src-server/kernel/streams.ts';
import { requestJson } from '../support/request-json.ts';
import { type RunningProcess, runBallast } from '../support/run-process.ts';
import { untilOver } from '../support/until-over.ts';

/** The kill points are drawn from this; change it to look elsewhere. */
const KILL_SEED = 20260302;
const KILLS = 20;
const ADMIN_TOKEN = 'crash-test';
const API_KEY = 'ak_crash_test';

const folders: string[] = [];
const running = new Set<RunningProcess>();

afterEach(async () => {
  for (const server of running) await kill(server);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('a world whose server is killed', () => {
  it(`ends as one that never was, after ${KILLS} kill -9 at random points of a rebalance`, {
    tags: ['deep'],
  }, async () => {
    const steps = rebalanceSteps();
    const undisturbed = await run(steps, new Map());
    const disturbed = await run(steps, killPoints(steps.length));
    expect(disturbed.kills).toBe(KILLS);
    expect(disturbed.final, `kill seed ${KILL_SEED}`).toEqual(undisturbed.final);
    expect(firstBrokenLink(disturbed.events)).toBeNull();
    // A crash may deliver twice, with the same id; it never loses one and never invents one.
    expect(new Set(disturbed.receivedIds)).toEqual(new Set(undisturbed.receivedIds));
    expect(new Set(undisturbed.receivedIds).size).toBe(undisturbed.receivedIds.length);
  });
});

interface Client {
  request(method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, never> }>;
}

/** The server acknowledges `begin`; `settle` waits for its effects. A kill may come in between. */
interface Step {
  begin(client: Client): Promise<void>;
  settle(client: Client): Promise<void>;
}

/** Step 7 of the life of a rebalance: create, look, dry run, plan, execute, and time that passes in small pieces. */
function rebalanceSteps(): Step[] {
  const saved = { portfolio: '', rebalance: '' };
  const nothing = async () => {};
  const command = (begin: Step['begin']): Step => ({ begin, settle: nothing });
  const advance = (by: string): Step => ({
    begin: async (client) => void (await expectStatus(client.request('POST', '/sim/clock/advance', { by }), 202)),
    settle: untilReady,
  });
  const get = (path: () => string) =>
    command(async (client) => void (await expectStatus(client.request('GET', path()), 200)));
  const post = (
    path: () => string,
    status: number,
    body: () => unknown,
    save: (response: Record<string, string>) => void,
  ) => command(async (client) => save(await expectStatus(client.request('POST', path(), body()), status)));
  return [
    post(
      () => '/sim/webhooks',
      201,
      () => ({ url: '/sim/sink/crash' }),
      () => {},
    ),
    post(
      () => '/form-b/v1/portfolios',
      201,
      () => PORTFOLIO,
      (response) => {
        saved.portfolio = String(response.portfolio_id);
      },
    ),
    get(() => `/form-b/v1/portfolios/${saved.portfolio}`),
    post(
      () => '/form-b/v1/rebalance',
      201,
      () => ({ portfolio_id: saved.portfolio, simulation: true }),
      () => {},
    ),
    post(
      () => '/form-b/v1/rebalance',
      201,
      () => ({ portfolio_id: saved.portfolio }),
      (response) => {
        saved.rebalance = String(response.rebalance_id);
      },
    ),
    post(
      () => `/form-b/v1/rebalance/${saved.rebalance}/execute`,
      202,
      () => ({ confirm: true }),
      () => {},
    ),
    ...Array.from({ length: 30 }, (_, index) => advance(index % 3 === 0 ? '700ms' : '9s')),
    ...Array.from({ length: 8 }, () => advance('4m')),
    get(() => `/form-b/v1/rebalance/${saved.rebalance}`),
    advance('1d'),
    get(() => `/form-b/v1/rebalance/${saved.rebalance}`),
  ];
}

const PORTFOLIO = {
  external_id: 'crash',
  currency: 'EUR',
  tax_wrapper: 'Depot',
  cash: 20_000,
  holdings: [
    { isin: 'DE0007164600', exchange: 'XETR', quantity: 1400 },
    { isin: 'GB00BP6MXD84', exchange: 'XLON', quantity: 4000 },
    { isin: 'CH0038863350', exchange: 'XSWX', quantity: 900 },
    { isin: 'SE0000115446', exchange: 'XSTO', quantity: 4100 },
  ],
  targets: [
    { isin: 'DE0007164600', weight: 0.3 },
    { isin: 'GB00BP6MXD84', weight: 0.25 },
    { isin: 'CH0038863350', weight: 0.2 },
    { isin: 'FR0000120271', weight: 0.2 },
  ],
};

/** Which steps are followed by a kill, and whether it comes before the step has settled. */
function killPoints(steps: number): Map<number, 'before settling' | 'after settling'> {
  const key = streamKey(KILL_SEED, 'test.kill-points');
  const points = new Map<number, 'before settling' | 'after settling'>();
  for (let draw = 0; points.size < KILLS; draw += 1) {
    const isEarly = drawUniform(key, 2 * draw + 1) < 0.5;
    points.set(drawUint32(key, 2 * draw) % steps, isEarly ? 'before settling' : 'after settling');
  }
  return points;
}

async function run(steps: readonly Step[], kills: ReadonlyMap<number, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-crash-'));
  folders.push(folder);
  let server = await start(folder);
  let killed = 0;
  for (const [index, step] of steps.entries()) {
    const when = kills.get(index);
    await step.begin(server.client);
    if (when === 'before settling') {
      server = await restart(server.process, folder);
      killed += 1;
    }
    await step.settle(server.client);
    if (when === 'after settling') {
      server = await restart(server.process, folder);
      killed += 1;
    }
  }
  const result = { ...(await finalState(server.client)), kills: killed };
  await kill(server.process);
  return result;
}

async function finalState(client: Client) {
  const read = async (path: string) => (await client.request('GET', path)).body;
  const [portfolios, rebalances, fingerprint] = await Promise.all(
    ['/sim/portfolios', '/sim/rebalances', '/sim/fingerprint'].map(read),
  );
  const events: WireEvent[] = [];
  for (let next: unknown = 0; next !== null; ) {
    const page = await read(`/sim/events?limit=1000&after=${next}`);
    events.push(...(page.events as unknown as WireEvent[]));
    next = page.next;
  }
  const sink = (await read('/sim/sinks/crash?limit=1000')).requests as unknown as { headers: Record<string, string> }[];
  return {
    final: { portfolios, rebalances, fingerprint },
    events: events.map(({ seq, at, type, data, hash }) => ({ seq, atMs: Date.parse(at), type, data, hash })),
    receivedIds: sink.map(({ headers }) => headers['webhook-id']),
  };
}

interface WireEvent {
  seq: number;
  at: string;
  type: string;
  data: Record<string, never>;
  hash: string;
}

async function start(folder: string): Promise<{ process: RunningProcess; client: Client }> {
  const args = ['serve', '--port', '0', '--json', '--data', folder, '--seed', '7', '--clock-mode', 'manual'];
  const process = runBallast([...args, '--admin-token', ADMIN_TOKEN, '--api-key', API_KEY, '--rate-limit', 'off']);
  running.add(process);
  const ready = JSON.parse(await process.firstLine) as { control_url: string };
  const origin = new URL(ready.control_url).origin;
  return { process, client: clientOf(origin) };
}

async function restart(process: RunningProcess, folder: string) {
  await kill(process);
  return start(folder);
}

async function kill(process: RunningProcess): Promise<void> {
  process.child.kill('SIGKILL');
  await process.ended;
  running.delete(process);
}

function clientOf(origin: string): Client {
  return {
    async request(method, path, body) {
      const token = path.startsWith('/sim') ? ADMIN_TOKEN : API_KEY;
      const response = await requestJson(method, `${origin}${path}`, { authorization: `Bearer ${token}` }, body);
      return { status: response.status, body: response.body as Record<string, never> };
    },
  };
}

async function untilReady(client: Client): Promise<void> {
  await untilOver(
    async () => (await client.request('GET', '/sim/clock')).body,
    ({ status }) => String(status) === 'ready',
  );
}

async function expectStatus(response: ReturnType<Client['request']>, status: number): Promise<Record<string, string>> {
  const { status: actual, body } = await response;
  expect(actual, JSON.stringify(body)).toBe(status);
  return body;
}
