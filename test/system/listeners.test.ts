/** Whatever listens has the same gate (decision A7): each of them, started and asked under foreign names and by foreign pages. */
import { request } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { readSourceTree } from '../architecture/source-tree.ts';
import { proves } from '../conformance/proves.ts';
import { startBallast, stopAll } from '../support/start-ballast.ts';
import { throughProxy } from '../traffic/through-proxy.ts';

afterAll(stopAll);

/** Every file that has something listen, and how its listener is reached: an origin, for as long as `work` takes. */
const LISTENERS: Readonly<Record<string, ((work: (origin: string) => Promise<void>) => Promise<unknown>) | 'nobody'>> =
  {
    'src-server/app/start-ballast.ts': async (work) => work(new URL((await startBallast()).ballast.baseUrl).origin),
    'src-server/runner/traffic/proxy-traffic.ts': async (work) => {
      const target = new URL((await startBallast()).ballast.baseUrl).origin;
      await throughProxy(target, work);
    },
    // Gives the port back at once, and answers nothing.
    'src-server/system/http/free-port.ts': 'nobody',
  };

test('these are all that listen', proves('A7'), () => {
  const files = readSourceTree(packageRoot(), ['src-server', 'src-main']);
  const having = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  expect(having(/import \{[^}]*\blisten\b[^}]*\} from '[^']*\/listen\.ts'/)).toEqual(Object.keys(LISTENERS).sort());
  expect(having(/\bcreateServer\b|createSecureServer|\.listen\(\s*(?:\d|port|\{)/)).toEqual([
    'src-server/system/http/listen.ts',
    'src-server/system/http/node-http.ts',
  ]);
});

describe.each(
  Object.entries(LISTENERS).flatMap(([file, start]) => (start === 'nobody' ? [] : [[file, start] as const])),
)('what %s has listen', (_file, start) => {
  test('refuses foreign names and foreign pages, and no client of this machine', proves('A7', 'A18'), async () => {
    await start(async (origin) => {
      const { host, port } = new URL(origin);
      const refused = [
        { host: 'evil.example' },
        { host: `evil.example:${port}` },
        { host: '0.0.0.0' },
        {},
        { host, origin: 'http://evil.example' },
        { host, origin: 'null' },
        { host, origin: `http://localhost:${port}` },
        { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
        { host, 'service-worker': 'script' },
      ];
      for (const headers of refused) {
        const answer = await askWith(origin, headers);
        expect([headers, answer.status, JSON.parse(answer.text)]).toEqual([
          headers,
          400,
          { error: expect.objectContaining({ code: 'invalid_request', message: expect.stringMatching(/\.$/) }) },
        ]);
      }
      for (const headers of [{ host }, { host: 'localhost' }])
        expect([headers, (await askWith(origin, headers)).status]).toEqual([headers, 401]);
    });
  });
});

test('the texts of a refusal are the same everywhere', proves('A7', 'R3'), async () => {
  const texts: string[] = [];
  for (const start of Object.values(LISTENERS)) {
    if (start === 'nobody') continue;
    await start(async (origin) => {
      texts.push(JSON.parse((await askWith(origin, { host: 'evil.example' })).text).error.message);
    });
  }
  expect(texts).toEqual(texts.map(() => 'The Host header does not name this machine.'));
});

/** By a client that lets a Host be anything, or be left out. */
function askWith(origin: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: '/v1/prices/DE0007164600', headers, setHost: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.once('error', reject).end();
  });
}
