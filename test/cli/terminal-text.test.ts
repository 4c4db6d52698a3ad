/**
 * No text from a file, a server or a client controls the terminal (decision K98): every command writes through one
 * function, which is tested with all characters, and commands are shown hostile texts from each side.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { terminalLine, terminalText } from '../../src-server/system/terminal-text.ts';
import { proves } from '../conformance/proves.ts';
import { callBallast } from '../support/call-ballast.ts';
import { fc } from '../support/draws.ts';
import { newFolder, stopAll } from '../support/start-ballast.ts';

/** A title, colours, a cleared screen, a link, C1, DEL, a carriage return, bidi overrides, separators, a tag, a BOM. */
const HOSTILE =
  '\u001b]0;owned\u0007\u001b[31mred\u001b[2J\u001b]8;;http://x\u001b\\\u009b31m\u009d0;t\u009c\u007f\r\u0008\u202e\u2066\u2069\u200f\u2028\u2029\u{e0041}\ufeff';
const ACTS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const acting = (text: string) => text.replace(/[\n\t]/g, '').match(ACTS);

describe('text on a terminal', () => {
  test('has no control character, and all others unchanged', proves('K98'), () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(acting(terminalText(text))).toBeNull();
        expect(terminalLine(text)).not.toMatch(/[\n\t]/);
        if (!ACTS.test(text)) expect(terminalText(text)).toBe(text);
      }),
    );
    expect(terminalText('a\r\nb\tü€😀')).toBe('a\nb\tü€😀');
  });

  test('remains the same JSON', proves('K98'), () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(terminalText(JSON.stringify(value, null, 2)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(JSON.parse(terminalText(JSON.stringify(HOSTILE)))).toBe(HOSTILE);
  });
});

/** Files that write to the streams directly, and what they may write. */
const WRITERS: Readonly<Record<string, RegExp>> = {
  'terminal/write-out.ts': /terminalText/,
  'terminal/progress-line.ts': /stream\.write\(`\$\{terminalText\(text\)\}\\n`\)/,
  'terminal/step-prompt.ts': /output\.write\(terminalText\(question\)\)/,
  'main.ts': /process\.stdout\.write\('', /,
};

test('no command writes to a stream except through the function that escapes', proves('K98'), () => {
  const folder = join(packageRoot(), 'src-server/cli');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(30);
  for (const name of files) {
    const source = readFileSync(join(folder, name), 'utf8');
    const writes = /(?:stdout|stderr|stream|output)\.write\(|console\.|writeSync\(|\bdraw\(/.test(source);
    const isAllowed =
      WRITERS[name]?.test(source) ?? (name === 'terminal/show-progress.ts' && /draw\(terminalText\(/.test(source));
    expect([name, writes && !isAllowed]).toEqual([name, false]);
  }
});

/** Responds to every request with an error that contains the text, or with names that do. */
let status = 400;
const hostile = createServer((request, response) => {
  request.resume();
  const error = {
    code: 'invalid_request',
    message: `no ${HOSTILE}`,
    details: [{ path: HOSTILE, issue: HOSTILE }],
    request_id: HOSTILE,
  };
  const world = {
    name: HOSTILE,
    seed: 1,
    status: 'ready',
    now: HOSTILE,
    created_at: HOSTILE,
    events: 1,
    sim_url: HOSTILE,
  };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(status === 400 ? { error } : { worlds: [world], next: null }));
});
let url = '';
const folder = newFolder();
beforeAll(async () => {
  await new Promise<void>((resolve) => void hostile.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
  const entry = {
    startedDateTime: '2026-03-02T09:30:00.000Z',
    time: 1,
    request: { method: 'GET', url: `http://service.example/v1/portfolios/${HOSTILE}`, headers: [], queryString: [] },
    response: {
      status: 200,
      headers: [],
      content: { mimeType: 'application/json', text: JSON.stringify({ a: HOSTILE }) },
    },
  };
  writeFileSync(join(folder, 'traffic.har'), JSON.stringify({ log: { version: '1.2', entries: [entry, entry] } }));
  writeFileSync(
    join(folder, 'hostile.yaml'),
    JSON.stringify({ ballast: 1, name: HOSTILE, [HOSTILE]: HOSTILE, steps: [{ [HOSTILE]: 1 }] }),
  );
  writeFileSync(join(folder, 'prices.csv'), `date,${HOSTILE}\n${HOSTILE},1\n`);
  writeFileSync(join(folder, 'one.ndjson'), `${JSON.stringify({ type: HOSTILE })}\n`);
});
afterAll(async () => {
  hostile.closeAllConnections();
  hostile.close();
  await stopAll();
});

const AT = (): string[] => ['--url', url, '--admin-token', 'token'];
const COMMANDS: readonly (readonly [string, () => string[]])[] = [
  ['world list', () => ['world', 'list', ...AT()]],
  ['world create', () => ['world', 'create', 'one', ...AT()]],
  ['world delete', () => ['world', 'delete', 'one', ...AT()]],
  ['verify-task', () => ['verify-task', 'rebalance-a-portfolio', ...AT()]],
  ['record', () => ['record', 'out.yaml', ...AT()]],
  ['import-har', () => ['import-har', 'traffic.har', '--out', 'made.yaml']],
  ['compare-traffic', () => ['compare-traffic', 'traffic.har']],
  ['compare-traffic --json', () => ['compare-traffic', 'traffic.har', '--json']],
  ['validate', () => ['validate', 'hostile.yaml']],
  ['validate --json', () => ['validate', 'hostile.yaml', '--json']],
  ['replay', () => ['replay', 'hostile.yaml']],
  ['diff', () => ['diff', 'hostile.yaml', 'one.ndjson']],
  ['sweep', () => ['sweep', 'hostile.yaml']],
  ['lab', () => ['lab', 'hostile.yaml']],
  ['explore', () => ['explore', 'hostile.yaml', '--', HOSTILE.replaceAll('\u0000', '')]],
  ['import prices', () => ['import', 'prices', 'prices.csv']],
  ['an unknown flag', () => ['serve', `--${HOSTILE}`]],
  ['an unknown command', () => [HOSTILE]],
  ['a file that is not there', () => ['validate', `${HOSTILE}.yaml`]],
];

describe('a hostile text', () => {
  test.each(COMMANDS)('has no effect on the terminal of %s', proves('K98'), async (_name, args) => {
    for (const response of [400, 200]) {
      status = response;
      const { stdout, stderr } = await callBallast(args(), folder);
      expect(stdout + stderr).not.toBe('');
      expect([acting(stdout), acting(stderr)]).toEqual([null, null]);
    }
  });
});
