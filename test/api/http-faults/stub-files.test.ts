/** Responses of stubs in files (decision R1): read once, when the stub is set, and never from elsewhere. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { StartupError } from '../../../src-server/app.ts';
import { interfaceFaultView } from '../../../src-server/contract/control/http-faults/http-faults.ts';
import { createdWorld } from '../../../src-server/contract/control/worlds/worlds.ts';
import { proves } from '../../conformance/proves.ts';
import { play, startRecording, takeRecording } from '../../recording/play-recording.ts';
import { runBallast } from '../../support/run-process.ts';
import { makeWorldOn, newFolder, startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { SAP } from '../service/sample-portfolio.ts';

afterAll(stopAll);

const PAGE = '<h1>503 at ${now}</h1>\n';
const PRICES = { path: { glob: '*/prices/*' } };
const price = (server: Pick<TestServer, 'b'>) => server.b.get(`/prices/${SAP}`);

/** A folder with files for responses, and a secret next to it. */
function newStubFolder(): string {
  const folder = join(newFolder(), 'stubs');
  mkdirSync(join(folder, 'gateway'), { recursive: true });
  writeFileSync(join(folder, 'gateway/503.html'), PAGE);
  writeFileSync(join(folder, 'plain.log'), 'a line\n');
  writeFileSync(join(folder, 'large.txt'), 'x'.repeat(1_000_001));
  writeFileSync(join(folder, 'picture.png'), Buffer.from([0x89, 0x50, 0xff, 0xfe]));
  writeFileSync(join(folder, '../secret.txt'), 'secret');
  symlinkSync('../secret.txt', join(folder, 'link.txt'));
  symlinkSync('gateway/503.html', join(folder, 'within.html'));
  return folder;
}

describe('a stub with a file', () => {
  test('responds with its content as it was when the stub was set, also after a restart', proves('R1.6'), async () => {
    const [stubFiles, dataDir] = [newStubFolder(), newFolder()];
    const server = await startBallast({ stubFiles, dataDir });
    const set = async (path: string, body: object) => {
      const response = await server.sim.post(path, body);
      expect(response.status, response.text).toBe(201);
      return response.as(interfaceFaultView);
    };
    const response = { status: 503, file: 'gateway/503.html', template: true };
    const { answer: shown } = await set('/stubs', { match: PRICES, answer: response, count: 3 });
    const html = { 'Content-Type': 'text/html; charset=utf-8' };
    expect(shown).toEqual({ status: 503, headers: html, text: PAGE, template: true });
    rmSync(stubFiles, { recursive: true });
    const first = await price(server);
    expect([first.status, first.text]).toEqual([503, '<h1>503 at 2026-03-02T09:30:00.000Z</h1>\n']);
    expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8');
    await server.stop();
    const again = await startBallast({ dataDir });
    expect((await price(again)).text).toMatch(/^<h1>503 at 2026-03-02T09:3/);
  });

  test.each([
    [{ file: 'plain.log' }, 'a line\n', 'text/plain; charset=utf-8'],
    [{ file: './gateway/../within.html' }, PAGE, 'text/html; charset=utf-8'],
    [{ file: 'plain.log', headers: { 'content-type': 'x/y' } }, 'a line\n', 'x/y'],
  ])('gets the type from its extension or from headers: %j', proves('R1.6'), async (response, text, type) => {
    const server = await startBallast({ stubFiles: newStubFolder() });
    // A fault of this kind is the same.
    await server.sim.post('/faults', { kind: 'api_stub', match: PRICES, answer: { status: 200, ...response } });
    const got = await price(server);
    expect([got.status, got.text, got.headers.get('content-type')]).toEqual([200, text, type]);
  });

  test('is recorded with its content', proves('R1.6', 'K111'), async () => {
    const server = await startBallast({ dataDir: newFolder(), stubFiles: newStubFolder() });
    const id = await startRecording(server, 'now');
    for (const template of [true, false])
      for (const path of ['/stubs', '/faults']) {
        const kind = path === '/faults' ? { kind: 'api_stub' } : {};
        const stub = { ...kind, answer: { status: 503, file: 'gateway/503.html', template }, match: PRICES, count: 1 };
        expect((await server.sim.post(path, stub)).status).toBe(201);
        await price(server);
      }
    const taken = await takeRecording(server, id);
    expect(taken.text).toContain('<h1>503 at');
    expect(taken.text).not.toContain('503.html');
    const { status, head, faults } = await play(taken);
    expect([status, faults, head]).toEqual(['passed', [], await server.head()]);
  });

  test('is named relative to the folder, also if an absolute path leads into it', proves('R1.7'), async () => {
    const stubFiles = newStubFolder();
    const server = await startBallast({ stubFiles });
    const refused = await server.sim.post('/stubs', { answer: { status: 200, file: join(stubFiles, 'plain.log') } });
    expect(refused.error().details).toMatchObject([{ issue: expect.stringContaining('is an absolute path') }]);
  });

  const OUTSIDE = 'is outside its folder';
  test.each([
    ['../secret.txt', `../secret.txt ${OUTSIDE}`],
    ['link.txt', `link.txt ${OUTSIDE}`],
    ['/etc/hostname', '/etc/hostname is an absolute path; name it relative to the folder'],
    ['nothing.html', 'nothing.html does not exist'],
    ['gateway', 'gateway is a folder, not a file'],
    ['large.txt', 'large.txt is larger than 1 MB'],
    ['picture.png', 'picture.png is not UTF-8 text'],
    ['a\0b', expect.any(String)],
  ])('%j is refused, and nothing is set', proves('R1.7'), async (file, issue) => {
    const server = await startBallast({ stubFiles: newStubFolder() });
    for (const [path, kind] of [
      ['/stubs', {}],
      ['/faults', { kind: 'api_stub' }],
    ] as const) {
      const refused = await server.sim.post(path, { ...kind, answer: { status: 200, file } });
      expect([refused.status, refused.error().details]).toEqual([400, [{ path: '/answer/file', issue }]]);
    }
    expect((await server.sim.get('/stubs')).text).toContain('"stubs":[]');
  });

  test(
    'needs --stub-files, excludes body and text, and is refused in the contents of a world that is posted',
    proves('R1.7'),
    async () => {
      const [without, server] = [await startBallast(), await startBallast({ stubFiles: newStubFolder() })];
      const refused = await without.sim.post('/stubs', { answer: { status: 200, file: 'plain.log' } });
      expect(refused.error().details).toEqual([
        { path: '/answer/file', issue: 'names a file, but the server was started without --stub-files' },
      ]);
      for (const more of [{ text: 'x' }, { body: 1 }]) {
        const both = await server.sim.post('/stubs', { answer: { status: 200, file: 'plain.log', ...more } });
        expect(both.error().details).toEqual([{ path: '/answer/file', issue: 'cannot be combined with body or text' }]);
      }
      const named = makeWorldOn(without, {
        world: { faults: [{ kind: 'api_stub', answer: { status: 200, file: 'x' } }] },
      });
      await expect(named).rejects.toThrow(/\/world\/faults\/0\/answer\/file/);
      const world = await server.sim.post('/worlds', { name: 'own' });
      expect(world.as(createdWorld).name).toBe('own');
    },
  );
});

describe('a scenario or world file', () => {
  const scenario = (file: string) => `name: gateway
golden: none
clock: 2026-03-02T09:30:00Z
world: { faults: [{ kind: api_stub, match: { path: { glob: '*/prices/*' } }, answer: { status: 502, file: plain.log }, count: 1 }] }
steps:
  - request: { form: B, method: GET, path: /prices/${SAP} }
    expect: { status: 502 }
  - fault: { kind: api_stub, match: { path: { glob: '*/prices/*' } }, answer: { status: 503, file: ${file}, template: true }, count: 1 }
    as: stub
  - request: { form: B, method: GET, path: /prices/${SAP} }
    expect: { status: 503 }
  - control: { method: GET, path: /stubs }
    expect: { body: { /stubs/0/answer/text: "<h1>503 at $\${now}</h1>\\n", /stubs/1/answer/text: "a line\\n" } }
`;
  const inProject = (text: string) => {
    const folder = newStubFolder();
    mkdirSync(join(folder, '.git'));
    const file = join(folder, 'gateway.yaml');
    writeFileSync(file, text);
    return file;
  };

  test('has files next to it', proves('R1.6', 'R1.7'), async () => {
    const run = runBallast(['replay', inProject(scenario('gateway/503.html'))]);
    expect([(await run.ended).exitCode, run.stdout()], run.stderr()).toEqual([0, expect.stringContaining('passed')]);
  });

  test.each([
    ['../secret.txt', '../secret.txt is outside the project'],
    ['link.txt', 'link.txt is outside the project'],
    ['nothing.html', 'nothing.html does not exist'],
    ['large.txt', 'large.txt is larger than 1 MB'],
  ])('is refused with %j at its line', proves('R1.7'), async (name, issue) => {
    const file = inProject(scenario(name));
    const run = runBallast(['validate', file, '--root', join(file, '..')]);
    expect((await run.ended).exitCode).toBe(65);
    expect(run.stdout()).toMatch(new RegExp(`^.*gateway\\.yaml:8:\\d+ /steps/1/fault/answer/file: ${issue}\n`));
  });

  test(
    'of a server is refused at its line, and gets the content if the file is valid',
    proves('R1.6', 'R1.7'),
    async () => {
      const folder = newStubFolder();
      const write = (file: string) => {
        const fixtureFile = join(folder, 'world.yaml');
        writeFileSync(fixtureFile, `faults:\n  - kind: api_stub\n    answer: { status: 503, file: ${file} }\n`);
        return fixtureFile;
      };
      for (const file of ['../secret.txt', 'nothing'])
        await expect(startBallast({ fixtureFile: write(file) })).rejects.toThrow(StartupError);
      const server = await startBallast({ fixtureFile: write('plain.log') });
      expect((await price(server)).text).toBe('a line\n');
    },
  );
});

test('serve refuses a folder that does not exist', proves('R1.7'), async () => {
  const run = runBallast(['serve', '--port', '0', '--stub-files', join(newFolder(), 'nowhere')]);
  expect((await run.ended).exitCode).toBe(64);
  expect(run.stderr()).toMatch(/^ballast: --stub-files .*nowhere: is not a folder\n$/);
});
