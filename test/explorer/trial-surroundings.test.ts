/**
 * Tests everything that a trial offers a client in addition to the service: receivers, a check, invariants, actions,
 * and one process for many trials.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startScenarioWorld } from '../../src-server/app/start-scenario-world.ts';
import { findingsOf } from '../../src-server/explorer/trial-findings.ts';
import type { TrialTask } from '../../src-server/explorer/trial-task.ts';
import { loadExploration } from '../../src-server/runner/explorer/load-exploration.ts';
import { runSchedule, type TrialParts } from '../../src-server/runner/explorer/run-trial.ts';
import { closeSessions, sessionOf } from '../../src-server/runner/explorer/run-trial-job.ts';
import { proves } from '../conformance/proves.ts';
import { newFolder } from '../support/start-ballast.ts';

afterAll(closeSessions);

const parts: TrialParts = { startWorld: startScenarioWorld };
const clients = join(import.meta.dirname, 'clients');

/** A client with these lines; they can use `variables`, `ask(method, path, body)` and `control(method, path, body)`. */
function taskOf(lines: string, file = '', more: Partial<TrialTask> = {}): TrialTask {
  const folder = newFolder();
  writeFileSync(
    join(folder, 'client.mjs'),
    `import { untilOver } from '${join(import.meta.dirname, '../support/until-over.ts')}';
     const variables = process.env;
     const { BALLAST_FORM_A_URL: base, BALLAST_API_KEY: key, BALLAST_CONTROL_URL: sim, BALLAST_ADMIN_TOKEN: admin } = variables;
     const send = async (url, token, method, body) => {
       const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
       const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
       return response.json();
     };
     const ask = (method, path, body) => send(base + path, key, method, body);
     const control = (method, path, body) => send(sim + path, admin, method, body);
     ${lines}`,
  );
  writeFileSync(
    join(folder, 'explore.yaml'),
    `command: [${process.execPath}, client.mjs]\nfolder: .\ntimeout: 10m\n${file}`,
  );
  return { ...loadExploration(join(folder, 'explore.yaml'), [], folder).task, ...more };
}
const run = (task: TrialTask, schedule: Parameters<typeof runSchedule>[1] = []) => runSchedule(task, schedule, parts);

const WORLD = `world:
  portfolios:
    - form: A
      as: my_pension
      request: { name: Pension, currency: EUR, tax_jurisdiction: DE }
      cash: 50000
`;
const REBALANCE = `const { rebalance_id: id } = await ask('POST', '/portfolios/' + variables.BALLAST_PORTFOLIO_MY_PENSION + '/rebalance', { target_weights: { DE0007164600: 1 } });`;

test("the client finds the ids of the world's portfolios in its variables", proves('Q1.1', 'Q3.1'), async () => {
  const { record, output } = await run(taskOf(`${REBALANCE} if (!id) process.exitCode = 1;`, WORLD));
  expect(record.end, output).toEqual({ how: 'exited', code: 0 });
  expect(record.intents).toMatchObject([{ name: 'Pension (A) to DE0007164600 1', carriedOut: 1, status: 'complete' }]);
});

test('a receiver may listen at the port and with the secret in its variables', proves('Q1.3'), async () => {
  const { record, output } = await run(
    taskOf(
      `import { createServer } from 'node:http';
       const types = [];
       const server = createServer(async (request, response) => {
         const parts = []; for await (const part of request) parts.push(part);
         const { type } = JSON.parse(Buffer.concat(parts)); types.push(type);
         response.writeHead(request.url === '/hook' && request.headers['webhook-signature'] ? 204 : 500).end();
         if (type === 'rebalance.complete') { console.log(types.join()); process.exit(0); }
       });
       server.listen(Number(variables.BALLAST_WEBHOOK_PORT), '127.0.0.1', async () => { ${REBALANCE} });`,
      `${WORLD}webhook: { path: /hook }\n`,
    ),
  );
  expect(record.end, output).toEqual({ how: 'exited', code: 0 });
  expect(output).toContain('rebalance.complete');
  expect(record.hasOwnReceiver).toBe(false);
  expect(record.attempts.filter(({ status }) => status === 204).length).toBeGreaterThan(1);
});

test('a check runs while the world exists, and its exit code decides the verdict', proves('Q1.3', 'Q3.2'), async () => {
  const check = (code: string) =>
    taskOf(
      `import { writeFileSync } from 'node:fs'; writeFileSync(variables.BALLAST_TRIAL_FOLDER + '/a', 'x'); await ask('GET', '/prices/DE0007164600');`,
      `check: [${process.execPath}, -e, "${code}"]\n`,
    );
  const there =
    "fetch(process.env.BALLAST_CONTROL_URL + '/session').then((r) => process.exit(r.status === 401 && require('fs').existsSync(process.env.BALLAST_TRIAL_FOLDER + '/a') ? 0 : 1))";
  const sound = await run(check(there));
  expect([sound.record.isCheckSound, sound.checkOutput]).toEqual([true, '']);
  const bad = await run(check("console.log('two rows'); process.exit(3)"));
  expect([bad.record.isCheckSound, bad.checkOutput]).toEqual([false, 'two rows\\n'.replace('\\n', '\n')]);
  expect(findingsOf(sound.record, bad.record, { storm: 20, timeoutMs: 30_000 })).toMatchObject([
    { rule: 'failed_check' },
  ]);
  await expect(run(taskOf('', 'check: [no-such-check]\n'))).rejects.toMatchObject({ exitCode: 64 });
});

test('invariants are scenario steps that run once the world is at rest', proves('Q1.2', 'Q1.3', 'Q3.2'), async () => {
  const invariants = (most: number) => `${WORLD}invariants:
  - control: { method: GET, path: /portfolios, save: { id: /portfolios/0/portfolio_id } }
    expect: { status: 200 }
  - title: The pension has so many rebalances
    control: { method: GET, path: '/rebalances?portfolio_id=\${id}' }
    expect: { status: 200, body: { /rebalances/${most}: { present: false } } }
`;
  expect((await run(taskOf(REBALANCE, invariants(1)))).record.brokenInvariants).toEqual([]);
  const broken = (await run(taskOf(REBALANCE, invariants(0)))).record.brokenInvariants;
  expect(broken).toEqual([
    { title: 'The pension has so many rebalances', failure: expect.stringContaining('/rebalances/0') },
  ]);
});

describe('actions', () => {
  test(
    'restart the server at the same port after a response, without losing its state',
    proves('Q2.2', 'Q3.1'),
    async () => {
      const task = taskOf(
        `${REBALANCE}
       const read = () => ask('GET', '/rebalances/' + id).catch(() => null);
       await untilOver(read, (seen) => seen?.status === 'complete');`,
        WORLD,
      );
      const action = { action: 'restart_server', after: 'startRebalance', skip: 0 } as const;
      const { record, output } = await run(task, [{ action }]);
      expect(record.end, output).toEqual({ how: 'exited', code: 0 });
      expect(record.faults).toMatchObject([{ kind: 'restart_server', hits: 1, isTransient: false }]);
      expect(record.requests.length).toBeGreaterThan(1);
      expect(record.intents).toMatchObject([{ carriedOut: 1, status: 'complete' }]);
      const later = await run(task, [{ action: { ...action, after: 'executePlan' } }]);
      expect(later.record.faults).toMatchObject([{ hits: 0 }]);
    },
  );

  test(
    'rotate the secret of every endpoint, and the old one signs no more',
    proves('Q2.2', 'Q3.1', 'I10'),
    async () => {
      const task = taskOf(
        `const { webhook_id, secret } = await control('POST', '/webhooks', { url: '/sim/sink/mine' });
       ${REBALANCE}
       const after = await untilOver(() => control('GET', '/webhooks/' + webhook_id), (seen) => seen.secret !== secret);
       console.log(after.secret !== secret, after.previous_secrets.length);`,
        WORLD,
      );
      const action = { action: 'rotate_secret', after: 'startRebalance', skip: 0 } as const;
      const { record, output } = await run(task, [{ action }]);
      expect(output).toBe('true 0\n');
      expect(record).toMatchObject({ hasOwnReceiver: true, faults: [{ hits: 1, isTransient: true }] });
    },
  );
});

describe('a client that stays', () => {
  const session = (name: string, ...flags: string[]) => {
    const command = [process.execPath, join(clients, `${name}.mjs`), '--keep-alive', ...flags];
    const { task } = loadExploration(null, command, newFolder());
    return { task, runClient: sessionOf(task) };
  };

  test('runs many trials in one process, each in its own world', proves('Q1.4'), async () => {
    const { task, runClient } = session('polling');
    const records = [];
    for (let trial = 0; trial < 3; trial += 1)
      records.push((await runSchedule(task, [], { ...parts, runClient })).record);
    for (const { end, intents } of records)
      expect([end, intents]).toMatchObject([{ how: 'exited', code: 0 }, [{ carriedOut: 1, status: 'complete' }]]);
  });

  test('is restarted if it dies or exceeds its time', proves('Q1.2', 'Q1.4'), async () => {
    const folder = newFolder();
    writeFileSync(
      join(folder, 'client.mjs'),
      `import { appendFileSync } from 'node:fs'; import { createInterface } from 'node:readline';
       appendFileSync('starts', 'x'); let count = 0;
       for await (const line of createInterface({ input: process.stdin })) {
         count += 1; const { BALLAST_API_KEY: key } = JSON.parse(line);
         if (count === 2 && process.argv[2] === 'hang') continue;
         if (count === 2) process.exit(9);
         console.log('said', key.length > 5); console.log(JSON.stringify({ exit: 75 }));
       }`,
    );
    const trial = async (flag: string, timeoutMs = 600_000) => {
      const loaded = loadExploration(null, [process.execPath, 'client.mjs', flag], folder);
      const task = { ...loaded.task, timeoutMs };
      return runSchedule(task, [], { ...parts, runClient: sessionOf(task) });
    };
    const [first, second, third] = [await trial('die'), await trial('die'), await trial('die')];
    expect([first.record.end, first.output]).toEqual([{ how: 'exited', code: 75 }, 'said true\n']);
    expect(second.record.end).toEqual({ how: 'exited', code: 9 });
    expect(third.record.end).toEqual({ how: 'exited', code: 75 });
    expect(readFileSync(join(folder, 'starts'), 'utf8')).toBe('xx');
    // It has already started when its short time begins.
    const ends = [await trial('hang'), await trial('hang', 500), await trial('hang')].map(({ record }) => record.end);
    expect(ends).toEqual([{ how: 'exited', code: 75 }, { how: 'timed_out' }, { how: 'exited', code: 75 }]);
    expect(readFileSync(join(folder, 'starts'), 'utf8')).toBe('xxxx');
  });
});

test('the folder of a trial is deleted afterwards', proves('Q1.1'), async () => {
  const { output } = await run(taskOf('console.log(variables.BALLAST_TRIAL_FOLDER);'));
  expect(output.trim()).toMatch(/ballast-/);
  expect(existsSync(output.trim())).toBe(false);
});
