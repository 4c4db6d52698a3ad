/** `ballast validate` reports every issue of a file at once, also what can never happen (decision K110). */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { validateFile } from '../../src-server/runner/library/validate-file.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { readMarketFacts } from '../../src-server/world/market-facts.ts';
import { proves } from '../conformance/proves.ts';
import { folderOf } from '../scenario/replay/play-text.ts';

const { market } = readMarketFacts(packageRoot());

/** `line pointer issue`, cut to the required part. */
function faultsOf(files: Readonly<Record<string, string>>, file: string): string[] {
  const root = folderOf({ 'package.json': '{}', ...files });
  const [validated] = validateFile({ file: join(root, file), isNamed: true }, null, market);
  return (validated?.faults ?? []).map(({ file: at, line, pointer, issue }) =>
    `${at.split('/').at(-1)}:${line} ${pointer} ${issue}`.slice(0, 120),
  );
}

test('issues of form, of names, of facts and of paths are reported together', proves('K110.1'), () => {
  const text = `name: all
sed: 4
world: { exchanges: { XNYS: { connected: false } }, webhooks: [{ url: 'https://hooks.example.com/in' }] }
steps:
  - advance: soon
  - request: { method: GET, path: '/prices/\${isin}', save: { price: 7 } }
  - request: { method: GET, path: '/nothing/\${price}' }
  - control: { method: GET, path: /clok }
  - fault: { kind: exchange_down, exchange: XNYS }
`;
  expect(faultsOf({ 'all.yaml': text }, 'all.yaml')).toEqual([
    expect.stringMatching(/^all\.yaml:2 \/sed is not a known field/),
    expect.stringMatching(/^all\.yaml:3 \/world\/exchanges\/XNYS there is no exchange XNYS/),
    expect.stringMatching(/^all\.yaml:3 \/world\/webhooks\/0\/url .*hooks\.example\.com/),
    expect.stringMatching(/^all\.yaml:5 \/steps\/0\/advance /),
    expect.stringMatching(/^all\.yaml:6 \/steps\/1\/request\/path nothing before this saves \$\{isin\}/),
    expect.stringMatching(/^all\.yaml:6 \/steps\/1\/request\/save\/price /),
    expect.stringMatching(/^all\.yaml:7 \/steps\/2\/request\/path is not a path of/),
    expect.stringMatching(/^all\.yaml:8 \/steps\/3\/control\/path is not a path of \/sim/),
    expect.stringMatching(/^all\.yaml:9 \/steps\/4\/fault\/exchange there is no exchange XNYS/),
  ]);
});

test('the contents of an invalid step are checked, too, and its names are known', proves('K110.1'), () => {
  const text = `name: nested
steps:
  - repeat: { times: -1, steps: [{ advance: never }, { request: { method: GET, path: /prices/x, save: { it: /isin } } }] }
  - request: { method: GET, path: '/prices/\${it}' }
  - include: { file: part.yaml, with: 3 }
  - parallel: [{ advance: 1h }]
  - request: nothing
  - include: 7
`;
  const part = 'steps:\n  - advance: later\n  - end_fault: all\nextra: 1\n';
  expect(
    faultsOf({ 'nested.yaml': text, 'part.yaml': part }, 'nested.yaml').map((line) => line.split(' ', 2).join(' ')),
  ).toEqual([
    'nested.yaml:3 /steps/0/repeat/times',
    'nested.yaml:3 /steps/0/repeat/steps/0/advance',
    'nested.yaml:5 /steps/2/include/with',
    // Fewer than two, and no request.
    'nested.yaml:6 /steps/3/parallel',
    'nested.yaml:6 /steps/3/parallel',
    'nested.yaml:7 /steps/4/request',
    'nested.yaml:8 /steps/5/include',
    'part.yaml:2 /steps/0/advance',
    'part.yaml:4 /extra',
  ]);
});

test('no name is reported as unknown if steps could not be read', proves('K110.1'), () => {
  const text = "name: x\nsteps:\n  - include: gone.yaml\n  - request: { method: GET, path: '/prices/${isin}' }\n";
  expect(faultsOf({ 'x.yaml': text }, 'x.yaml')).toEqual([
    expect.stringMatching(/^x\.yaml:3 \/steps\/0\/include gone\.yaml/),
  ]);
});

test(
  'webhooks to other machines are refused if they would be sent, and not if nothing is sent',
  proves('K110.3'),
  () => {
    const steps = `steps:
  - control: { method: POST, path: /webhooks, body: { url: 'http://10.1.2.3/in' } }
  - control: { method: POST, path: /webhooks, body: { url: 'http://127.0.0.1:9/in' } }
  - control: { method: POST, path: /webhooks, body: { url: 'ftp://127.0.0.1/in' } }
  - control: { method: POST, path: /webhooks, body: { url: 'http://10.1.2.3/in' } }
    expect: { status: 400 }
`;
    const places = (text: string) => faultsOf({ 'x.yaml': text }, 'x.yaml').map((line) => line.split(' ')[1]);
    expect(places(`name: x\n${steps}`)).toEqual(['/steps/0/control/body/url', '/steps/2/control/body/url']);
    expect(places(`name: x\nreceivers: stand_in\n${steps}`)).toEqual(['/steps/2/control/body/url']);
  },
);

test('unknown sinks are reported with the existing ones', proves('K110.3'), () => {
  const text = `name: x
world: { webhooks: [{ url: /sim/sink/orders }] }
steps:
  - expect_webhook: { sink: ordesr, count: 0 }
  - expect_webhook: { sink: orders, count: 0 }
  - expect_state: { sink: nobody, body: { /requests: [] } }
  - control: { method: PUT, path: /sinks/scripted, body: { answers: [{ status: 503 }] } }
  - expect_webhook: { sink: scripted, count: 0 }
`;
  expect(faultsOf({ 'x.yaml': text }, 'x.yaml')).toEqual([
    expect.stringMatching(/^x\.yaml:4 \/steps\/0\/expect_webhook\/sink .* a sink ordesr: there is orders/),
    expect.stringMatching(
      /^x\.yaml:6 \/steps\/2\/expect_state\/sink no webhook of this scenario is sent to a sink nobody/,
    ),
    expect.stringMatching(
      /^x\.yaml:7 \/steps\/3\/control\/path no webhook is sent to a sink scripted: there is orders/,
    ),
    expect.stringMatching(/^x\.yaml:8 \/steps\/4\/expect_webhook\/sink .* a sink scripted: there is orders/),
  ]);
});

test('impossible statuses are reported with the possible ones', proves('K110.4'), () => {
  const text = `name: x
steps:
  - request: { method: GET, path: /prices/DE0007164600 }
    expect: { status: 201 }
  - request: { form: B, method: GET, path: /rebalance/rb_x }
    expect: { status: [200, 204], body: { /status: completed, /orders/0/status: { one_of: [filled, done] } } }
  - until: { rebalance: x, status: finished }
  - expect_state: { rebalance: x, body: { /rebalance/status: { equals: done } } }
  - request: { form: B, method: GET, path: /rebalance/rb_x }
    expect: { status: 404, body: { /error/code: not_found } }
  - request: { form: B, method: GET, path: /rebalance/rb_x }
    expect: { status: 3xx }
`;
  const reported = faultsOf({ 'x.yaml': text }, 'x.yaml');
  expect(reported.map((line) => line.split(' ')[1])).toEqual([
    '/steps/0/expect/status',
    '/steps/1/expect/status/1',
    '/steps/1/expect/body/~1status',
    '/steps/1/expect/body/~1orders~10~1status/one_of/1',
    '/steps/2/until/status',
    '/steps/3/expect_state/body/~1rebalance~1status/equals',
    '/steps/5/expect/status',
  ]);
  expect(reported[4]).toContain('is never "finished": it is plan_ready, executing');
});

test('a world file is checked to the end as well', proves('K110.1'), () => {
  const text =
    'exchanges: { XNYS: {} }\nfaults: [{ kind: exchange_dwon, exchange: XETR }]\nportfolios: []\nmarket_events: [{ kind: jump, isin: US0378331006, size: 1 }]\n';
  expect(faultsOf({ 'world.yaml': text }, 'world.yaml').length).toBeGreaterThanOrEqual(3);
});

test.each([
  ['a merge key in settings of another tool', 'services:\n  a: &a { image: x }\n  b:\n    <<: *a\n', 0],
  ['a merge key in a scenario', 'name: x\nsteps:\n  - &a { advance: 1h }\n  - { <<: *a }\n', 1],
  ['what is no YAML, of another tool', 'on: [push\n', 0],
  ['what is no YAML, of a scenario', 'name: x\nsteps: [\n', 1],
])('a file that was found is reported if it may be one of Ballast: %s', proves('K110.9'), (_title, text, count) => {
  const root = folderOf({ 'package.json': '{}', 'found.yaml': text });
  expect(validateFile({ file: join(root, 'found.yaml'), isNamed: false }, null, market)).toHaveLength(count);
  expect(validateFile({ file: join(root, 'found.yaml'), isNamed: true }, null, market)[0]?.faults).not.toEqual([]);
});
