/**
 * Tests that `validate` knows the possible values of names, and the initial state of a scenario, without a run
 * (decision K141).
 */
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findScenarios } from '../../../src-server/runner/library/find-scenarios.ts';
import { validateFile } from '../../../src-server/runner/library/validate-file.ts';
import { proves } from '../../conformance/proves.ts';
import { failuresOf, folderOf, play } from '../replay/play-text.ts';
import { market, PLAN, faultsOfStep as told, validateStep as validated, WORLD } from './validate-step.ts';

const STATUSES = 'it is plan_ready, executing, partially_filled, complete, failed, cancelled';

describe('a value that a step saved', () => {
  test.each([
    ["assert: plan/status != 'PLAN'", `assert plan/status is never "PLAN": ${STATUSES}`],
    [
      'assert: "\'plan_redy\' == plan/status"',
      `assert plan/status is never "plan_redy": ${STATUSES} (did you mean plan_ready?)`,
    ],
    ["assert: count(plan/orders) == 1 || plan/status == 'ready'", `assert plan/status is never "ready": ${STATUSES}`],
    [
      "assert: \"unique(plan/orders/*/side) == ['buy', 'SELL']\"",
      'assert plan/orders/*/side is never "SELL": it is buy, sell',
    ],
    ["assert: contains(plan/orders/*/side, 'bought')", 'assert plan/orders/*/side is never "bought": it is buy, sell'],
    ["assert: plan/statuss == 'plan_ready'", 'assert plan/statuss leads nowhere (did you mean /status?)'],
    ['assert: count(plan/orders/*/sid) >= 1', 'assert plan/orders/*/sid leads nowhere (did you mean /orders/*/side?)'],
    ['assert: count(plan/order) == 0', 'assert plan/order leads nowhere (did you mean /orders?)'],
    ["assert: '!present(plan/orders/0/sde)'", 'assert plan/orders/0/sde leads nowhere (did you mean /orders/0/side?)'],
    ["{ if: plan/status == 'palnned', advance: 1h }", `if plan/status is never "palnned": ${STATUSES}`],
    ["print: '${plan/ordrs}'", 'print plan/ordrs leads nowhere (did you mean /orders?)'],
    [
      "print: '${sum(plan/orders/*/quantty)}'",
      'print plan/orders/*/quantty leads nowhere (did you mean /orders/*/quantity?)',
    ],
    ["print: '${depot/id}'", 'print depot/id leads nowhere: there is a single value'],
    ['print: plan/orders', 'print is a text: write ${plan/orders} for what it stands for'],
    [
      "request: { form: B, method: POST, path: '/rebalance/${plan/rebalanceid}/execute', body: { confirm: true } }",
      'request/path plan/rebalanceid leads nowhere (did you mean /rebalance_id?)',
    ],
    [
      "request: { form: B, method: GET, path: '/rebalance/${rebalance}', save: { o: /ordrs } }",
      'request/save/o leads nowhere (did you mean /orders?)',
    ],
    [
      "control: { method: GET, path: '/portfolios/${depot}', save: { drift: /max_drfit } }",
      'control/save/drift leads nowhere (did you mean /max_drift?)',
    ],
    [
      "assert: plan/rebalance_id != '${depot}'",
      "assert has '${depot}' as a text: without quotes, it is the value of that name",
    ],
    ["assert: plan/orders/*/side != 'sell'", 'assert plan/orders/*/side is a list, which never equals a single value'],
    ['assert: plan/orders != 0', 'assert plan/orders is a list, which never equals a single value'],
    ["assert: plan/status != ['failed']", 'assert plan/status is not a list and never equals one'],
    ['assert: \'!contains(plan/orders, "sell")\'', 'assert plan/orders is never "sell": it is an object'],
    [
      "repeat: { over: '${plan/orders}', as: o, steps: [{ assert: \"o/side != 'sold'\" }] }",
      'repeat/steps/0/assert o/side is never "sold": it is buy, sell',
    ],
    [
      'assert: "!contains(plan/orders/*/isin, \'DE0007164601\')"',
      'assert there is no instrument DE0007164601 (did you mean DE0007164600?)',
    ],
  ])('is checked by its possible values: %s', proves('K141.1', 'K141.5'), (step, issue) => {
    expect(told(step)).toEqual([expect.stringContaining(issue)]);
  });

  test.each([
    "always: [{ event: order.filled, assert: 'event/fill/quantiy > 0' }]",
    'always: [{ event: order.filled, assert: "event/order/side != \'BUY\'" }]',
    "measures: { orders: '${count(plan/ordrs)}' }",
  ])('is checked in properties of the whole run: %s', proves('K141.1'), (top) => {
    expect(told('assert: count(plan/orders) == 1', `${top}\n`)).toEqual([
      expect.stringMatching(/leads nowhere|is never "BUY"/),
    ]);
  });

  test.each([
    "assert: plan/status == 'plan_ready' && count(plan/orders/*/side) > 0",
    "assert: '!present(plan/something_of_a_later_version)'",
    "assert: plan/orders/0/quantity == '3'",
    "{ if: 'present(plan/failure/code)', advance: 1h }",
    'assert: plan/warnings == []',
    "print: '${now+2d:date}'",
    'print: the plan of depot',
  ])('is accepted with a possible value: %s', proves('K141.1'), (step) => {
    expect(told(step)).toEqual([]);
  });

  test('may be anything if the request may be refused, or a stub responds', proves('K141.1'), () => {
    const refused =
      "{ request: { form: B, method: GET, path: '/rebalance/none', save: { error: '' } }, expect: { status: 404 } }\n  - assert: present(error/code)";
    expect(told(refused)).toEqual([]);
    const stubbed =
      'fault: { kind: api_stub, match: { operation: getPrices }, answer: { status: 200, body: { mine: 1 } } }\n  - request: { form: B, method: GET, path: /prices/DE0007164600, save: { it: /mine } }';
    expect(told(stubbed)).toEqual([]);
  });
});

describe('a check of a scenario', () => {
  test.each([
    ['snapshot: { restore: befor }', 'snapshot/restore no step saves a snapshot befor'],
    ['expect_all_met: true', 'expect_all_met checks nothing: the scenario sets no fault and no stub'],
    [
      'expect_state: { account: defualt, body: { /orders_per_month: 3 } }',
      'expect_state/account there is no account defualt: there is default (did you mean default?)',
    ],
    ['expect_state: { exchange: XETA, body: { /open: true } }', 'expect_state/exchange there is no exchange XETA'],
    [
      'control: { method: PUT, path: /sinks/mien, body: { answers: [{ status: 500 }] } }',
      'control/path no webhook is sent to a sink mien: there is mine (did you mean mine?)',
    ],
    [
      'expect_journal: { match: { operation: startRebalance, form: B }, count: 0 }',
      'expect_journal/match/form has no startRebalance: /form-b/v1 never returns it',
    ],
    [
      "until: { state: { path: '/portfolio/${depot}', body: { /max_drift: 0 } } }",
      'until/state/path is not a path of /sim (did you mean /portfolios/{id}?)',
    ],
    [
      'expect_webhook: { type: rebalance.complete, headers: { webhook-signatur: { present: false } } }',
      'expect_webhook/headers/webhook-signatur is not a header of a webhook (did you mean webhook-signature?)',
    ],
    [
      'expect_webhook: { type: rebalance.complete, count: 0, body: { /rebalance_id: x } }',
      'expect_webhook/body/~1rebalance_id leads nowhere (did you mean /data/rebalance_id?)',
    ],
    [
      "expect_state: { rebalance: '${rebalance}', body: { /status: complete } }",
      'expect_state/body/~1status leads nowhere (did you mean /rebalance/status?)',
    ],
    [
      'expect_webhook: { type: rebalance.complete, count: 0, body: { /data/rebalance_id: rebalance } }',
      'is never "rebalance": it is an identifier that begins with rb_',
    ],
    [
      "expect_webhook: { type: rebalance.complete, count: 0, body: { /timestamp: '2026-03-02' } }",
      'is never "2026-03-02": it is an instant such as',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/none' }, expect: { status: 404, body: { /eror: { present: false } } } }",
      'leads nowhere (did you mean /error?)',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/none' }, expect: { status: 404, body: { /error/code: { not: not_fond } } } }",
      'is never "not_fond": it is not_found (did you mean not_found?)',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/none' }, expect: { status: 404, body: { /code: not_found } } }",
      'leads nowhere (did you mean /error/code?)',
    ],
    [
      'expect_journal: { match: { operation: executePlan, status: 200 }, count: 0 }',
      'is never the status of executePlan: ',
    ],
    [
      'expect_journal: { match: { operation: executePlan, body: { /confrm: true } }, count: 0 }',
      'leads nowhere (did you mean /confirm?)',
    ],
    [
      'expect_journal: { match: { headers: { Autorization: { present: false } } } }',
      'is not a header of a request (did you mean Authorization?)',
    ],
    [
      "expect_journal: { match: { path: '/form-b/v1/rebalence/*' }, count: 0 }",
      'is not a path of the service (did you mean /form-b/v1/rebalance/*?)',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { /orders: { not: { contains: { isn: x } } } } } }",
      'is not one of its values (did you mean isin?)',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { /order/0/side: buy } } }",
      'did you mean /orders/0/side?',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { '/orders[]/side': buy } } }",
      'did you mean /orders/0/side?',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { /orders/*/side: buy } } }",
      'because * is not an index: write /orders: { every: { body: { /side: … } } }',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { /orders/0/quantity: { pattern: '3' } } } }",
      'applies to texts, but this value is a number',
    ],
    ['control: { method: POST, path: /webhooks/x/rotate, body: {} }', 'did you mean /webhooks/x/rotate-secret?'],
    ['until: { state: { path: /exchange/XETR, body: { /open: true } } }', 'did you mean /exchanges/XETR?'],
    [
      "request: { form: B, method: POST, path: '/portfolios/x/rebalance', body: {} }",
      'is not a path of /form-b/v1, but one of /form-a/v1',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { /orders: { not: none } } } }",
      'is never "none": it is a list',
    ],
    ['expect_webhook: { type: order.filled, unique: true }', 'needs a sink: without one'],
    [
      'fault: { kind: api_error, code: internal_error, match: { path: /rebalance } }',
      'does not begin with a base of the service',
    ],
    [
      'expect_event: { type: order.filled, data: { /order/exchange: XETR } }',
      'order.filled has no /order/exchange; did you mean /fill/exchange?',
    ],
    ['control: { method: GET, path: /portfolios/depot }', 'has depot literally: write ${depot}'],
    [
      'request: { form: B, method: POST, path: /rebalance, body: { portfolio_id: depot } }',
      'is a text: write ${depot} for what it stands for',
    ],
    [
      "expect_event: { type: order.filled, count: 0, data: { /rebalance_id: '${depot}' } }",
      'is never ${depot}: it is an identifier that begins with rb_',
    ],
    [
      "expect_events: [order.sent, { never: order.filled, data: { /order/order_id: '${rebalance}' } }]",
      'is never ${rebalance}: it is an identifier that begins with or_',
    ],
    [
      "expect_webhook: { type: rebalance.complete, count: 0, body: { /data/rebalance_id: '${plan/portfolio_id}' } }",
      'is never ${plan/portfolio_id}: it is an identifier that begins with rb_',
    ],
    ["cancel_orders: '${depot}'", 'is never ${depot}: it is an identifier that begins with rb_'],
    [
      "expect_state: { rebalance: '${depot}', body: { /rebalance/status: complete } }",
      'is never ${depot}: it is an identifier that begins with rb_',
    ],
    ["until: { rebalance: '${depot}' }", 'is never ${depot}: it is an identifier that begins with rb_'],
  ])('needs an existing subject: %s', proves('K141.2', 'K141.3', 'K141.4', 'K141.10'), (step, issue) => {
    expect(told(step)).toContainEqual(expect.stringContaining(issue));
  });

  test.each([
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { /status: { glob: '*' } } } }",
      'holds for any value that is present',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { /status: { pattern: '.*' } } } }",
      'holds for any value that is present',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { /status: { contains: '' } } } }",
      'holds for any value that is present',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { /orders: { min_items: 0 } } } }",
      'holds for any value that is present',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { /status: { one_of: [plan_ready, executing, partially_filled, complete, failed, cancelled] } } } }",
      'lists every possible value',
    ],
    ["{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: {} }", 'has no condition'],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: {} } }",
      'has no condition',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { /orders: { not: null } } } }",
      'always holds: the value is always present and never null',
    ],
    ['assert: abs(plan/drift_after/portfolio_drift) >= 0', 'compares with 0 what is always at least 0'],
  ])('must be able to fail: %s', proves('K141.6', 'K141.7'), (step, issue) => {
    expect(told(step)).toEqual([expect.stringContaining(issue)]);
  });

  const GET = "request: { form: B, method: GET, path: '/rebalance/${rebalance}' }";
  test.each([
    "{ pattern: '' }",
    "{ pattern: 'ready|' }",
    "{ pattern: '(ready|.*)' }",
    "{ pattern: '^' }",
    "{ pattern: '.+' }",
    "{ glob: '**' }",
    "{ contains: '' }",
  ])('must be able to fail: the text of a body or a header that is %s', proves('K141.6'), (matcher) => {
    const places = [
      `{ ${GET}, expect: { body: { /orders/0/reason/text: ${matcher} } } }`,
      `{ ${GET}, expect: { body: { /orders: { every: { body: { /reason/text: ${matcher} } } } } } }`,
      `{ ${GET}, expect: { headers: { content-type: ${matcher} } } }`,
      `expect_webhook: { type: order.filled, headers: { webhook-id: ${matcher} } }`,
      `expect_webhook: { type: order.filled, body: { /data/rebalance_id: ${matcher} } }`,
      `expect_event: { type: order.filled, data: { /portfolio_id: ${matcher} } }`,
    ];
    for (const step of places)
      expect(told(step), step).toEqual([expect.stringContaining('holds for any value that is present')]);
  });

  test('may match any text within data, and in the selection of requests', proves('K141.6'), () => {
    const steps = [
      `{ ${GET}, expect: { body: { /orders/0/reason: { not: { equals: { pattern: '' } } } } } }`,
      "expect_journal: { match: { operation: executePlan, headers: { user-agent: { glob: '*' } } }, count: 0 }",
      `{ ${GET}, expect: { headers: { content-type: { pattern: 'json|xml' } } } }`,
    ];
    for (const step of steps) expect(told(step).filter((issue) => issue.includes('holds for any value'))).toEqual([]);
  });

  test('needs a receiver that subscribes to the type of the webhook', proves('K141.8'), () => {
    const text = `name: x\n${WORLD.replace('mine }', 'mine, events: [rebalance.complete] }')}steps:\n${PLAN}  - expect_webhook: { type: order.rejected, count: 0 }\n`;
    const root = folderOf({ 'package.json': '{}', 'x.yaml': text });
    const [file] = validateFile({ file: join(root, 'x.yaml'), isNamed: true }, null, market);
    expect(file?.faults.map(({ issue }) => issue)).toEqual([
      'is sent to no receiver: receivers subscribe only to rebalance.complete',
    ]);
  });

  test.each(['failed >= 0', '0 <= passed'])('must be able to fail: a sweep with %s', proves('K141.7'), (assert) => {
    expect(told('assert: count(plan/orders) == 1', `sweep: { assert: ['${assert}'] }\n`)).toEqual([
      '/sweep/assert/0 compares with 0 what is always at least 0',
    ]);
  });

  test('needs a use for each name, or a note reports it', proves('K141.13'), () => {
    const { faults, notes } = validated("print: '${used * 2}'", 'variables: { used: 1, chash: 3 }\n');
    expect(faults).toEqual([]);
    expect(notes.map(({ pointer, issue }) => `${pointer} ${issue}`)).toEqual([
      '/variables/chash ${chash} is never used',
      '/steps/0/request/save/rebalance ${rebalance} is saved and never used',
      '/steps/0/request/save/plan ${plan} is saved and never used',
    ]);
  });
});

test('an endpoint of the world can have a name, which steps use to find it', proves('K141.2'), async () => {
  const world = WORLD.replace('mine }', 'mine, as: receiver }');
  const outcome = await play(
    `${world}steps:\n  - control: { method: POST, path: '/webhooks/\${receiver}/rotate-secret' }\n  - expect_state: { webhook: '\${receiver}', body: { /url: { contains: mine } } }\n`,
  );
  expect(failuresOf(outcome)).toEqual([]);
});

test.each([
  'name: x\nstpes: []\n',
  'wrold: {}\nstpes: []\n',
  '# nothing yet\n',
  'scenario:\n  name: x\n  steps:\n    - advance: 1d\n',
  '- name: x\n  steps:\n    - advance: 1d\n',
])(
  'a file of a folder that is not a scenario because of a mistake is reported by validate and by replay: %j',
  proves('K141.11'),
  (text) => {
    const root = folderOf({ 'package.json': '{}', 'all/x.yaml': text, 'all/other.yaml': 'services: { web: {} }\n' });
    expect(findScenarios([join(root, 'all')]).files.map((file) => basename(file))).toEqual(['x.yaml']);
    const [file] = validateFile({ file: join(root, 'all/x.yaml'), isNamed: false }, null, market);
    expect(file?.faults.length).toBeGreaterThan(0);
  },
);

test.each([
  "{ request: { form: B, method: GET, path: /prices/DE0007164600 }, expect: { body: { /isin: { constructor: '*' } } } }",
  'request: { form: constructor, method: GET, path: /prices/DE0007164600, save: { it: /isin } }',
  'until: { get: { form: toString, path: /prices/DE0007164600 }, expect: { body: { /isin: a } } }',
  'expect_journal: { match: { operation: createPlan, form: valueOf } }',
  'control: { method: POST, path: /keys, body: { constructor: 1 } }',
  'constructor: 1',
])('a name that every JavaScript object has is an issue of the file, and not a crash: %s', proves('K110.2'), (step) => {
  expect(told(step)).not.toEqual([]);
});

test('a scenario in a folder may have an upper-case extension', proves('K141.11'), () => {
  const root = folderOf({ 'package.json': '{}', 'all/x.YAML': 'name: x\nsteps: [{ advance: 1d }]\n' });
  expect(findScenarios([join(root, 'all')]).files.map((file) => basename(file))).toEqual(['x.YAML']);
});

test('a request that a stub responds to may be in the journal with any status', proves('K141.10'), () => {
  const stub = 'fault: { kind: api_stub, match: { operation: getPrices }, answer: { status: 503 } }';
  expect(told(`${stub}\n  - expect_journal: { match: { operation: getPrices, status: 503 }, count: 1 }`)).toEqual([]);
  expect(told('expect_journal: { match: { operation: getPrices, status: 503 }, count: 1 }')).toHaveLength(1);
});

test.each([
  'word: hello\n',
  'step: 5\nlines: 3\n',
  'services: { web: {} }\nworld_cup: 2026\n',
  'build:\n  steps:\n    - run: make\n',
  '- name: x\n  steps: [{ uses: checkout }]\n',
])('a file of a folder with only one field like that of a scenario is left out: %j', proves('K141.11'), (text) => {
  const root = folderOf({ 'package.json': '{}', 'all/x.yaml': text });
  expect(findScenarios([join(root, 'all')]).files).toEqual([]);
  expect(validateFile({ file: join(root, 'all/x.yaml'), isNamed: false }, null, market)).toEqual([]);
});

describe('a mistake', () => {
  test.each([
    [
      'assert: plan/status == plan_ready',
      "assert nothing before this saves ${plan_ready}; write a text as 'plan_ready'",
    ],
    [
      "print: '${HOME}'",
      'print nothing before this saves ${HOME} (to read it from the environment, write env: [HOME] at the top of the file)',
    ],
    [
      "request: { form: B, method: GET, path: '/rebalance/${rebalance}', expect: { status: 200 } }",
      'request/expect belongs next to request, not inside it: indent it like request',
    ],
    [
      'request: { form: B, method: POST, path: /rebalance, json: {} }',
      'request/json is not a known field (did you mean body?)',
    ],
    [
      "request: { form: b, method: GET, path: '/rebalance/${rebalance}' }",
      'request/form must be one of "A", "B", "both" (did you mean B?)',
    ],
    [
      "request: { form: B, method: GET, path: '/v1/rebalance/${rebalance}' }",
      'request/path is not a path of /form-b/v1, which /v1/rebalance/${rebalance} begins with: write /rebalance/${rebalance}',
    ],
    [
      'control: { method: GET, path: /sim/clock }',
      'control/path is not a path of /sim, which /sim/clock begins with: write /clock',
    ],
    ["{ request: { form: B, method: get, path: '/rebalance/${rebalance}' } }", 'request/method must be one of'],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { status: 2XX } }",
      'expect/status is not a status like 404, 4xx or none: write 2xx',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { status: plan_ready } } }",
      'expect/body/status is not a JSON pointer: write /status',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { '$.orders[0].side': buy } } }",
      'expect/body/$.orders[0].side is not a JSON pointer: write /orders/0/side',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { /orders: { min_items: '1' } } } }",
      'expect/body/~1orders/min_items must be a number, without quotes',
    ],
    [
      'expect_journal: { match: { operation: executeplan } }',
      'expect_journal/match/operation is not an operation (did you mean executePlan?)',
    ],
    ['fault: { kind: exchange_down, exchange: XETRA }', 'fault/exchange there is no exchange XETRA'],
    [
      "cash_flow: { portfolio: '${depot}', kind: deposit, amount: '1.000,00' }",
      'cash_flow/amount must be a number, as 1234.56',
    ],
    ["market_event: { kind: jump, isin: DE0007164600, size: '2%' }", 'market_event/size must be a number: 2% is 0.02'],
    [
      'corporate_action: { kind: split, isin: DE0007164600, ex_at: 2026-03-03T08:00:00Z, ratio: 2 }',
      'corporate_action/ratio must be an object with new, old',
    ],
    ['wait: 5s', '/steps/1 is not a known kind of step (did you mean advance?)'],
    [
      'expect: { status: 200 }',
      '/steps/1 is not a step: expect belongs next to the request that it checks, in the same step',
    ],
    ['advance', '/steps/1 is not a step: write what it does after a colon, such as advance: …'],
    [
      'request: { form: B, method: GET, path: /rebalance/$rebalance }',
      'request/path has $rebalance literally: write ${rebalance}',
    ],
    [
      "request: { form: B, method: GET, path: '/rebalance/{rebalance}' }",
      'request/path has {rebalance} literally: write ${rebalance}',
    ],
    [
      "request: { form: B, method: GET, path: '/rebalance/:rebalance' }",
      'request/path has :rebalance literally: write ${rebalance}',
    ],
    [
      "cash_flow: { portfolio: '${depot}', kind: deposit, amount: '${csh}' }",
      'cash_flow/amount nothing before this saves ${csh}',
    ],
    ['{ order: x, action: fill }', '/steps/1 is not a step: order needs order_action next to it'],
    ['title: what it is for', '/steps/1 has no action: write what the step does next to its title'],
    ['assert: now > 2026-01-01T00:00:00Z', "(an instant is written in quotes, as '2026-03-02T09:30:00Z')"],
    ['assert: plan/orders/0/quantity > 10_000', '(numbers are written without _)'],
    ['assert: plan/drift_after/portfolio_drift < 5%', '(5 % is written 0.05)'],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { /status: ready } } }",
      '(did you mean plan_ready?)',
    ],
  ])('is reported once, with a correction: %s', proves('K141.12'), (step, issue) => {
    expect(told(step)).toEqual([expect.stringContaining(issue)]);
  });

  test('in a property is reported if it needs a list', proves('K141.12'), () => {
    const top = 'eventually: [{ event: order.filled, after: { event: order.sent }, within: 2d, same: /order_id }]\n';
    expect(told('assert: count(plan/orders) == 1', top)).toEqual(['/eventually/0/same must be a list, as [/order_id]']);
  });
});
