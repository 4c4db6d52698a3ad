/** `/sim/explorations`: a client explored by the server, if it may run commands (decision Q6). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  exploration,
  explorationFacts,
  explorationList,
  explorationPreview,
} from '../../../../src-server/contract/control/explorer/explorations.ts';
import { proves } from '../../../conformance/proves.ts';
import { pageTokens } from '../../../support/page/let-in.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { untilEnded } from '../../../support/until-over.ts';

afterAll(stopAll);

/** Creates a portfolio, without retries. */
const CLIENT = `
const { BALLAST_FORM_A_URL: base, BALLAST_API_KEY: key } = process.env;
const response = await fetch(base + '/portfolios', {
  method: 'POST',
  headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'pension', currency: 'EUR', tax_jurisdiction: 'DE' }),
});
if (!response.ok) throw new Error('answered with ' + response.status);
`;

function newClient(text = CLIENT): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'client.mjs'), text);
  return folder;
}

const command = [process.execPath, 'client.mjs'];
const start = async (server: TestServer, body: object) => {
  const response = await server.sim.post('/explorations', body);
  expect(response.status, response.text).toBe(202);
  return response.as(explorationFacts);
};
const find = async (server: TestServer, id: string) => (await server.sim.get(`/explorations/${id}`)).as(exploration);

/** Starts two rebalances, with one key for both. */
const ONE_KEY = `
const { BALLAST_FORM_A_URL: base, BALLAST_API_KEY: key } = process.env;
const post = async (path, body) => {
  const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
  const response = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error('answered with ' + response.status);
  return response.json();
};
for (const name of ['pension', 'savings']) {
  const { portfolio_id: id } = await post('/portfolios', { name, currency: 'EUR', tax_jurisdiction: 'DE' });
  await post('/portfolios/' + id + '/rebalance', { target_weights: { DE0007164600: 1 }, idempotency_key: 'monthly' });
}
`;

test('a key that is used for two requests is a separate finding, and is found without any fault', {
  ...proves('Q3.3'),
  tags: ['deep'],
}, async () => {
  const server = await startBallast({ allowCommands: true });
  const folder = newClient(ONE_KEY);
  await start(server, { command, folder, trials: 1 });
  const { findings } = await untilEnded(() => find(server, 'ex_1'));
  const reported = {
    verdict: 'weak',
    rule: 'reused_key',
    faults: [],
    text: expect.stringMatching(
      /^The client sent startRebalance with the idempotency key of another request.*\/portfolio_id/,
    ),
  };
  const ofKey = findings.filter(({ rule }) => rule === 'reused_key');
  expect(ofKey).toMatchObject([reported]);
  const { text } = await server.sim.get(`/explorations/ex_1/findings/${ofKey[0]?.number}/explore.yaml`);
  writeFileSync(join(folder, 'again.yaml'), text);
  await start(server, { file: join(folder, 'again.yaml'), folder });
  expect((await untilEnded(() => find(server, 'ex_2'))).findings).toMatchObject([reported]);
});

describe('an exploration', () => {
  test('runs next to the world, shows its trials, and has the files of its findings', {
    ...proves('Q6.1', 'Q6.4'),
    tags: ['deep'],
  }, async () => {
    const server = await startBallast({ allowCommands: true });
    const head = await server.head();
    const started = await start(server, { command, folder: newClient(), trials: 6 });
    const request = { file: null, budget: '10m', trials: 6, only: null, jobs: null };
    expect(started).toMatchObject({ exploration_id: 'ex_1', command, seed: 1, error: null, request });
    const ended = await untilEnded(() => find(server, 'ex_1'));
    expect(ended).toMatchObject({ status: 'complete', phase: 'over', broken: 0, single_faults: 15 });
    expect(ended.cells[0]).toEqual({
      target: 'createPortfolio',
      fault: 'api_connection_reset_processed',
      occurrence: 1,
      state: 'finding',
      finding: 1,
    });
    expect(ended.findings[0]).toMatchObject({ number: 1, verdict: 'weak', rule: 'crashed', runs: 5 });
    const path = '/explorations/ex_1/findings/1';
    const story = await server.sim.get(`${path}/story.html`);
    expect([story.headers.get('content-type'), story.text]).toEqual([
      'text/html; charset=utf-8',
      expect.stringContaining('Expected behaviour'),
    ]);
    expect(story.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    for (const [file, text] of [
      ['scenario.yaml', 'receivers: stand_in'],
      ['explore.yaml', 'faults:'],
      ['test.mjs', 'ballast/testing'],
    ] as const) {
      const got = await server.sim.get(`${path}/${file}`);
      expect([got.status, got.headers.get('content-disposition')]).toEqual([
        200,
        `attachment; filename="ex_1-finding-1.${file}"`,
      ]);
      expect(got.text).toContain(text);
    }
    expect((await server.sim.get('/explorations')).as(explorationList).explorations).toMatchObject([
      { exploration_id: 'ex_1', findings: ended.findings.length },
    ]);
    expect(await server.head()).toBe(head);
  });

  test('waits in the queue, and is stopped', { ...proves('Q6.3'), tags: ['deep'] }, async () => {
    const server = await startBallast({ allowCommands: true });
    const folder = newClient('setInterval(() => {}, 60000);');
    writeFileSync(join(folder, 'explore.yaml'), 'timeout: 1h\n');
    await start(server, { command, folder, file: 'explore.yaml' });
    const waiting = await start(server, { command, folder, file: 'explore.yaml' });
    expect(waiting).toMatchObject({ exploration_id: 'ex_2', status: 'queued', trials: 0 });
    for (const id of ['ex_2', 'ex_1'])
      expect((await server.sim.delete(`/explorations/${id}`)).as(explorationFacts).exploration_id).toBe(id);
    expect((await untilEnded(() => find(server, 'ex_1'))).status).toBe('stopped');
    expect((await find(server, 'ex_2')).status).toBe('stopped');
  });

  test('says why a client cannot be explored', proves('Q6.3', 'Q2.1'), async () => {
    const server = await startBallast({ allowCommands: true });
    await start(server, { command, folder: newClient('console.log("no luck"); process.exitCode = 4;') });
    const ended = await untilEnded(() => find(server, 'ex_1'));
    expect(ended.status).toBe('broken');
    expect(ended.error).toContain('ended with 4');
    expect(ended.error).toContain('no luck');
  });
});

describe('a page of the app', () => {
  test('starts only the commands that a person has approved', proves('Q6.2'), async () => {
    const server = await startBallast({ allowCommands: true, appAddress: 'plain' });
    const { cookie, page } = await pageTokens(server.ballast);
    const headers = { cookie: cookie.join('='), 'x-ballast-page': page, 'content-type': 'application/json' };
    const post = (path: string, body: object) =>
      server.sim.send('POST', path, { headers: { ...headers, authorization: '' }, body: JSON.stringify(body) });
    const folder = newClient();
    writeFileSync(join(folder, 'explore.yaml'), 'command: [node, client.mjs]\ncheck: [node, check.mjs]\n');
    const wanted = { folder, file: 'explore.yaml', trials: 1 };
    const preview = (await post('/explorations/preview', wanted)).as(explorationPreview);
    expect(preview).toMatchObject({ command: ['node', 'client.mjs'], check: ['node', 'check.mjs'], folder });
    const { confirmation } = preview;
    // The file runs another command than the one that the person saw.
    writeFileSync(join(folder, 'explore.yaml'), 'command: [node, other.mjs]\ncheck: [node, check.mjs]\n');
    for (const body of [wanted, { ...wanted, confirmation }, { ...wanted, confirmation: 'x' }]) {
      const refused = await post('/explorations', body);
      expect([refused.status, refused.error().details.map(({ path }) => path)]).toEqual([400, ['/confirmation']]);
    }
    expect((await server.sim.get('/explorations')).as(explorationList).explorations).toEqual([]);
    writeFileSync(join(folder, 'explore.yaml'), 'command: [node, client.mjs]\ncheck: [node, check.mjs]\n');
    expect((await post('/explorations', { ...wanted, confirmation })).status).toBe(202);
    expect((await server.sim.delete('/explorations/ex_1')).status).toBe(200);
  });
});

describe('refused explorations', () => {
  test('include every one if commands are not allowed', proves('Q6.1'), async () => {
    const server = await startBallast();
    const refused = await server.sim.post('/explorations', { command, folder: newClient() });
    expect([refused.status, refused.error().message]).toEqual([
      400,
      'This server does not run clients, because it was started without --allow-commands.',
    ]);
    expect((await server.sim.get('/explorations')).as(explorationList).explorations).toEqual([]);
  });

  test.each([
    [{ folder: 'relative', command }, '/folder', 'is not an absolute path'],
    [{ folder: '/no/such/folder', command }, '/folder', 'there is no such folder'],
    [{ folder: '/tmp' }, '/command', expect.stringContaining('needs the command of your client')],
    [{ folder: '/tmp', file: 'missing.yaml' }, '/file', expect.stringContaining('missing.yaml')],
    [{ folder: '/tmp', command, budget: '0s' }, '/budget', expect.any(String)],
    [{ folder: '/tmp', command: [] }, '/command', expect.any(String)],
  ])('include %j', proves('Q6.1'), async (body, path, issue) => {
    const server = await startBallast({ allowCommands: true });
    const refused = await server.sim.post('/explorations', body);
    expect([refused.status, refused.error().details?.[0]]).toEqual([400, { path, issue }]);
  });

  test('include unknown ones', proves('Q6.3', 'Q6.4'), async () => {
    const server = await startBallast({ allowCommands: true });
    for (const path of ['ex_9', 'ex_9/findings/1/story.html'])
      expect((await server.sim.get(`/explorations/${path}`)).error().code).toBe('not_found');
    expect((await server.sim.delete('/explorations/ex_9')).error().code).toBe('not_found');
  });
});
