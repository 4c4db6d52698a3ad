/** The server's log contains no secret, and nothing that acts on a terminal. */
import { expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';
import { runProcess } from '../support/run-process.ts';

test('a line of the log has no secret and no escape, whatever its source', { ...proves('L33.6', 'K98') }, async () => {
  const script = `
    import { createLog } from '${packageRoot()}/src-server/system/log.ts';
    const log = createLog('debug', () => ['sk_a-known-secret']);
    log.info('GET /x?api_key=by-its-name \\u001b[31m \\u009b2J \\u202e');
    log.trouble('it was sk_a-known-secret, ' + Buffer.from('u:sk_a-known-secret').toString('base64'));
    log.bug(new Error('Authorization: Bearer by-its-name'));
  `;
  const run = runProcess(process.execPath, ['--input-type=module', '-e', script]);
  await run.ended;
  const lines = run.stderr().trim().split('\n');
  expect(lines.map((line) => typeof JSON.parse(line))).toEqual(['object', 'object', 'object']);
  expect(run.stderr()).not.toMatch(/by-its-name|known-secret|dTpza19h/);
  expect(run.stderr().replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
