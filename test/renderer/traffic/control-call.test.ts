/** The request of a form, as a command and as a line of a test. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlOfCall, testingOfCall } from '../../../src-renderer/components/code/control-call.ts';

const body = { match: { path: "/v1/it's", body: { '/cash': 25 } }, count: 1 };
const call = { path: '/journal/verify', body, helper: 'verify', argument: { ...body.match, count: 1 } };

it('is a command with quoting for a shell, with the token from its environment', () => {
  const command = curlOfCall('http://127.0.0.1:7788/sim', call).replace(/^curl/, "printf '%s\\n'");
  const output = execFileSync('sh', ['-c', command], { env: { BALLAST_ADMIN_TOKEN: 'secret' }, encoding: 'utf8' });
  expect(output.trim().split('\n')).toEqual([
    ...['-X', 'POST', 'http://127.0.0.1:7788/sim/journal/verify'],
    ...['-H', 'Authorization: Bearer secret', '-H', 'Content-Type: application/json'],
    ...['-d', JSON.stringify(body)],
  ]);
});

it('is a line of a test, with quotes only where JavaScript needs them', () => {
  expect(testingOfCall(call)).toBe(`await ballast.verify({
  path: "/v1/it's",
  body: {
    "/cash": 25
  },
  count: 1
});`);
});
