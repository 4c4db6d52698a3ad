/**
 * Everything that listens has the same gate (decision A7): each listener is started, and called under foreign names and
 * by foreign pages.
 */
import { request } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { readSourceTree } from '../architecture/source-tree.ts';
import { proves } from '../conformance/proves.ts';
import { sendBytes } from '../fuzz/send-bytes.ts';
import { startBallast, stopAll } from '../support/start-ballast.ts';
import { throughProxy } from '../traffic/through-proxy.ts';

afterAll(stopAll);

/** Every file that opens a listener, and how it is reached: an origin, for as long as `work` takes. */
const LISTENERS: Readonly<Record<string, (work: (origin: string) => Promise<void>) => Promise<unknown>>> = {
  'src-server/app/start-ballast.ts': async (work) => work(new URL((await startBallast()).ballast.baseUrl).origin),
  'src-server/runner/traffic/proxy-traffic.ts': async (work) => {
    const target = new URL((await startBallast()).ballast.baseUrl).origin;
    await throughProxy(target, work);
  },
};

test('these are all listeners', proves('A7.1'), () => {
  const files = readSourceTree(packageRoot(), ['src-server', 'src-main']);
  const having = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  expect(having(/import \{[^}]*\blisten\b[^}]*\} from '[^']*\/listen\.ts'/)).toEqual(Object.keys(LISTENERS).sort());
  expect(having(/\bcreateServer\b|createSecureServer|\.listen\(\s*(?:\d|port|\{)/)).toEqual([
    'src-server/system/http/listen.ts',
    'src-server/system/http/node-http.ts',
    // Passes connections to the server of listen.ts, behind its gate.
    'src-server/system/http/take-address.ts',
  ]);
});

describe.each(Object.entries(LISTENERS))('the listener of %s', (_file, start) => {
  test(
    'refuses foreign names and foreign pages, and no client of this machine',
    proves('A7.1', 'A7.2', 'A7.3', 'A18.4', 'A18.5'),
    async () => {
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
          const response = await askWith(origin, headers);
          expect([headers, response.status, JSON.parse(response.text)]).toEqual([
            headers,
            400,
            { error: expect.objectContaining({ code: 'invalid_request', message: expect.stringMatching(/\.$/) }) },
          ]);
        }
        for (const headers of [{ host }, { host: 'localhost' }])
          expect([headers, (await askWith(origin, headers)).status]).toEqual([headers, 401]);
      });
    },
  );
});

/** Follows a request line, before `Connection: close`. */
const OWN = 'Host: localhost';
const TARGET =
  'The target of the request line is neither a path that begins with / nor an http address without a fragment.';
const NAMES = 'To allow another name, start the server with --allow-host NAME.';
const FOREIGN = `The address in the request line does not name this machine. ${NAMES}`;
const FOREIGN_HOST = `The Host header does not name this machine. ${NAMES}`;
const TWO_HOSTS = 'The request has more than one Host header.';
const REFUSED_LINES: readonly (readonly [line: string, lines: string, why: string])[] = [
  ['GET http://[::1', OWN, TARGET],
  ['GET http://localhost:99999/docs', OWN, TARGET],
  ['GET http:///docs', OWN, TARGET],
  ['GET https://localhost/docs', OWN, TARGET],
  ['GET ftp://localhost/docs', OWN, TARGET],
  ['GET /docs#part', OWN, TARGET],
  ['GET http://localhost/#@evil.example/', OWN, TARGET],
  ['GET *', OWN, TARGET],
  ['GET http://evil.example/docs', OWN, FOREIGN],
  ['GET HTTP://EVIL.EXAMPLE', OWN, FOREIGN],
  ['GET http://evil.example?http://localhost/', OWN, FOREIGN],
  ['GET http://localhost@evil.example/docs', OWN, FOREIGN],
  ['GET http://me@localhost/docs', OWN, FOREIGN],
  ['GET http://localhost.evil.example/docs', OWN, FOREIGN],
  ['GET /docs', 'Host: localhost\r\nHost: evil.example', TWO_HOSTS],
  ['GET /docs', 'Host: localhost\r\nX-A: 1\r\nhOST: localhost', TWO_HOSTS],
  ['GET http://localhost/docs', 'Host: localhost\r\nHost: localhost', TWO_HOSTS],
  ['GET http://localhost/docs', 'Host: evil.example', FOREIGN_HOST],
  ['GET http://localhost/docs', 'X-A: 1', FOREIGN_HOST],
];
/** With the path alone that requests the same. */
const PASSED_LINES = [
  ['GET http://localhost/v1/prices/DE0007164600', 'GET /v1/prices/DE0007164600'],
  ['GET HTTP://127.0.0.1:80/v1/prices/DE0007164600?a=1', 'GET /v1/prices/DE0007164600?a=1'],
  ['GET http://[::1]:80/sim/clock', 'GET /sim/clock'],
  ['GET http://localhost', 'GET /'],
  ['GET http://localhost?http://evil.example/', 'GET /?http://evil.example/'],
  ['OPTIONS http://localhost/v1/x', 'OPTIONS /v1/x'],
  ['OPTIONS *', 'OPTIONS /'],
  ['GET //[::1/v1/x', 'GET //[::1/v1/x'],
] as const;

describe.each(Object.entries(LISTENERS))('the listener of %s, by its request line', (_file, start) => {
  test('refuses every target that is not an address of this server, and two Hosts', proves('A7.4'), async () => {
    await start(async (origin) => {
      for (const [line, lines, why] of REFUSED_LINES) {
        const { status, text } = await sendHead(origin, `${line} HTTP/1.1\r\n${lines}`);
        const { error } = JSON.parse(text);
        expect([line, lines, status, error.code, error.message]).toEqual([line, lines, 400, 'invalid_request', why]);
      }
    });
  });

  test('handles an absolute address like its path, and warns of nothing', proves('A7.4'), async () => {
    const warned: string[] = [];
    const note = ({ message }: Error) => void warned.push(message);
    process.on('warning', note);
    await start(async (origin) => {
      for (const [line, same] of PASSED_LINES) {
        const [one, other] = [
          await sendHead(origin, `${line} HTTP/1.1\r\n${OWN}`),
          await sendHead(origin, `${same} HTTP/1.1\r\n${OWN}`),
        ];
        const shown = (response: typeof one) => [line, response.status, response.text.replaceAll(/rq_\w+/g, 'rq')];
        expect(shown(one)).toEqual(shown(other));
      }
    });
    process.off('warning', note);
    expect(warned).toEqual([]);
  });
});

test('the texts of a refusal are the same everywhere', proves('A7.1', 'R3.6'), async () => {
  const texts: string[] = [];
  for (const start of Object.values(LISTENERS)) {
    await start(async (origin) => {
      texts.push(JSON.parse((await askWith(origin, { host: 'evil.example' })).text).error.message);
    });
  }
  expect(texts).toEqual(texts.map(() => FOREIGN_HOST));
});

/** Sends a request of these exact lines. */
async function sendHead(origin: string, head: string) {
  const bytes = Buffer.from(`${head}\r\nConnection: close\r\n\r\n`, 'latin1');
  const sending = { method: 'GET', bytes, due: 1, thenEnd: false };
  const [response] = await sendBytes(Number(new URL(origin).port), sending);
  return response ?? { status: 0, text: '' };
}

/** With a client that allows any Host, or none. */
function askWith(origin: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: '/v1/prices/DE0007164600', headers, setHost: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.once('error', reject).end();
  });
}
