/**
 * Tests that `validate` knows the possible values of an operator, a function, a path and a check (decisions K130, K140
 * and K141).
 */
import { describe, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { failuresOf, play } from '../replay/play-text.ts';
import { faultsOfStep, PLAN, validateText, WORLD } from './validate-step.ts';

describe('an operator or a function', () => {
  test.each([
    ['plan/status > 3', 'plan/status is a text, and 3 a number: they are not compared by size'],
    ['3 <= plan/status', '3 is a number, and plan/status a text: they are not compared by size'],
    [
      'plan/orders > 3',
      'plan/orders is a list, which cannot be compared by size: use count(plan/orders) for how many there are',
    ],
    ['plan/orders/0 >= 3', 'plan/orders/0 is an object, which cannot be compared by size'],
    ['plan/simulation < 1', 'plan/simulation is true or false, which cannot be compared by size'],
    ['plan/created_at > 5', 'plan/created_at is an instant, and 5 a number: they are not compared by size'],
    ['plan/status == 3', 'plan/status is a text, and 3 a number: they are never equal'],
    ['plan/simulation == 1', 'plan/simulation is true or false, and 1 a number: they are never equal'],
    ['plan/status + 1 > 3', 'plan/status is a text, which cannot be used in a calculation'],
    ['sum(plan/orders/*/side * 2) > 3', 'each of plan/orders/*/side is a text, which cannot be used in a calculation'],
    ['sum(plan/orders/*/side) > 3', 'sum takes a list of numbers, and each of plan/orders/*/side is a text'],
    ['sum(plan/orders) > 3', 'sum takes a list of numbers, and each of plan/orders is an object'],
    [
      'mean(unique(plan/orders/*/isin)) > 3',
      'mean takes a list of numbers, and each of unique(plan/orders/*/isin) is a text',
    ],
    ['count(plan/status) == 1', 'count takes a list, but plan/status is a text'],
    ['max(plan/status) == 1', 'max takes a list, but plan/status is a text'],
    ['abs(plan/orders) > 1', 'abs takes a number, but plan/orders is a list'],
    ['percentile(plan/orders/*/quantity, 950) > 3', 'percentile takes 0 to 100, not 950'],
    ["contains('buy', plan/orders/*/side)", "contains takes the list first: write contains(plan/orders/*/side, 'buy')"],
    ['contains(plan/simulation, true)', 'contains takes a list or a text first, and plan/simulation is true or false'],
    ['plan/status', 'plan/status is a text, not true or false: write plan/status == …'],
    ['plan/orders', 'plan/orders is a list, not true or false: write count(plan/orders) > 0'],
    ["plan/status && plan/status == 'complete'", 'plan/status is a text, not true or false'],
    ['!plan/orders', 'plan/orders is a list, not true or false'],
    ['plan/orders ? plan/simulation : !plan/simulation', 'plan/orders is a list, not true or false'],
    [
      'depot == rebalance',
      'depot is an identifier that begins with pf_, and rebalance one with rb_: they are never equal',
    ],
    ['plan/orders/0/quantity-1 == 0', 'to calculate, write spaces, as plan/orders/0/quantity - 1'],
  ])('cannot have this value: %s', proves('K141.5'), (condition, issue) => {
    expect(faultsOfStep(`assert: "${condition}"`).join('\n')).toContain(`assert ${issue}`.replace('assert to', 'to'));
  });

  test.each([
    "plan/status == 'complete' || plan/status == 'failed'",
    'sum(plan/orders/*/quantity * plan/orders/*/estimated_price) <= 5000',
    'max(plan/orders/*/quantity) > min(plan/orders/*/quantity)',
    'plan/created_at < now + 1d && now - plan/created_at < 2h',
    'plan/simulation || !plan/simulation && count(plan/orders) == 1',
    "contains(plan/status, 'ready') && contains(plan/orders/*/side, 'buy')",
    "plan/portfolio_id == depot && plan/rebalance_id == rebalance && plan/orders/0/side < 'sell'",
    'round(plan/orders/0/quantity, 2) == plan/orders/0/quantity',
    'plan/cash_after == plan/cash_before || plan/cash_after != 0',
  ])('can have these values: %s', proves('K141.5'), (condition) => {
    expect(faultsOfStep(`assert: "${condition}"`)).toEqual([]);
  });
});

describe('two comparisons of one value', () => {
  const ALWAYS = 'always holds, because one of its two comparisons of';
  const NEVER = 'never holds, because its two comparisons of';
  test.each([
    ["plan/status == 'complete' || plan/status != 'complete'", `${ALWAYS} plan/status does`],
    ["plan/status != 'complete' || plan/status != 'failed'", `${ALWAYS} plan/status does`],
    ["!(plan/status == 'complete') || 'complete' == plan/status", `${ALWAYS} plan/status does`],
    ['count(plan/orders) > 3 || count(plan/orders) <= 3', `${ALWAYS} count(…) does`],
    ['3 > count(plan/orders) || plan/simulation || count(plan/orders) >= 3', `${ALWAYS} count(…) does`],
    ["plan/status == 'complete' && plan/status == 'failed'", `${NEVER} plan/status exclude each other`],
    ['count(plan/orders) > 3 && count(plan/orders) < 3', `${NEVER} count(…) exclude each other`],
  ])('prove nothing: %s', proves('K118.3', 'K141.7'), (condition, issue) => {
    expect(faultsOfStep(`assert: "${condition}"`)).toEqual([`assert ${issue}`]);
  });

  test.each([
    "plan/status == 'complete' || plan/status == 'failed'",
    "plan/status != 'complete' && plan/status != 'failed'",
    'count(plan/orders) >= 1 && count(plan/orders) <= 1',
    'count(plan/orders) < 1 || count(plan/orders) > 1',
    "plan/status == 'complete' || plan/orders/0/status != 'filled'",
  ])('may prove something: %s', proves('K118.3', 'K141.7'), (condition) => {
    expect(faultsOfStep(`assert: "${condition}"`)).toEqual([]);
  });
});

describe('an unknown exchange or instrument', () => {
  const XETX = 'there is no exchange XETX; exchanges are XETR, ';
  const NONE = 'there is no instrument US0000000002';
  test.each([
    ['expect_event: { type: order.filled, data: { /fill/exchange: XETX }, count: 0 }', XETX],
    ['expect_event: { type: order.filled, data: { /fill/exchange: { not: XETX } } }', XETX],
    ['expect_event: { type: order.filled, data: { /order/isin: { one_of: [DE0007164600, US0000000002] } } }', NONE],
    ['expect_events: [order.sent, { never: order.rejected, data: { /order/isin: US0000000002 } }]', NONE],
    ['until: { event: order.filled, data: { /fill/exchange: XETX } }', XETX],
    ["expect_state: { portfolio: '${depot}', body: { /targets/US0000000002: { present: false } } }", NONE],
    [
      "request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { /orders/0/exchange: { not: XETX } } }",
      XETX,
    ],
    ["assert: plan/orders/0/exchange != 'XETX'", XETX],
    ["assert: \"unique(plan/orders/*/exchange) == ['XETR', 'XETX']\"", XETX],
    ['assert: "!contains(plan/orders/*/isin, \'US0000000002\')"', NONE],
  ])('is reported in an expectation: %s', proves('K141.3'), (step, issue) => {
    const written = step.startsWith('request') || step.startsWith('expect_state') ? `{ ${step} }` : step;
    expect(faultsOfStep(written).join('\n')).toContain(issue);
  });

  test.each([
    [
      'always: [{ never: order.filled, where: { /fill/exchange: XETX } }]\n',
      `/always/0/where/~1fill~1exchange ${XETX}`,
    ],
    ['always: [{ event: order.filled, assert: "event/fill/exchange == \'XETX\'" }]\n', `/always/0/assert ${XETX}`],
  ])('is reported in a property of the whole run: %s', proves('K141.3'), (top, issue) => {
    expect(faultsOfStep('assert: count(plan/orders) == 1', top)).toEqual([expect.stringContaining(issue)]);
  });
});

describe('a path', () => {
  const get = (path: string) => `request: { form: B, method: GET, path: '${path}' }`;
  const sent = (path: string) => `expect_journal: { match: { path: '${path}' }, count: 0 }`;
  test.each([
    [get('/rebalance/$(rebalance)'), 'has $(rebalance) literally: write ${rebalance}'],
    [get('/rebalance/<rebalance>'), 'has <rebalance> literally: write ${rebalance}'],
    [get('/rebalance/{rebalance}'), 'has {rebalance} literally: write ${rebalance}'],
    [get('/rebalance/:rebalance'), 'has :rebalance literally: write ${rebalance}'],
    [get('/rebalance/rebalance'), 'has rebalance literally: write ${rebalance}'],
    [get('/rebalance/42'), 'has 42 where an identifier that begins with rb_ belongs'],
    [
      get('/rebalance/${depot}'),
      'has ${depot}, which begins with pf_, where an identifier that begins with rb_ belongs',
    ],
    ["control: { method: GET, path: '/portfolios/${rebalance}' }", 'has ${rebalance}, which begins with rb_, where'],
    ["until: { get: { form: B, path: '/rebalance/${depot}' } }", 'has ${depot}, which begins with pf_, where'],
    [sent('/form-b/v1/rebalance/{rebalance}'), 'has {rebalance} literally: write ${rebalance}'],
    [sent('/form-b/v1/rebalance/rebalance'), 'has rebalance literally: write ${rebalance}'],
    [sent('/form-b/v1/rebalance/$rebalance'), 'has $rebalance literally: write ${rebalance}'],
  ])('requires an id of its own kind: %s', proves('K141.4'), (step, issue) => {
    expect(faultsOfStep(step)).toEqual([expect.stringContaining(issue)]);
  });

  test.each([
    get('/rebalance/${rebalance}'),
    get('/rebalance/${plan/rebalance_id}'),
    get('/portfolios/${depot}?detail=1'),
    `{ ${get('/rebalance/unknown')}, expect: { status: 404 } }`,
    sent('/form-b/v1/rebalance/*'),
    sent('/form-b/v1/rebalance/unknown'),
    'control: { method: GET, path: /faults/coverage }',
  ])('is accepted: %s', proves('K141.4'), (step) => {
    expect(faultsOfStep(step)).toEqual([]);
  });

  test.each([
    ["request: { form: B, method: POST, path: /rebalance, body: { portfolio_id: '${rebalance}' } }", 'begins with pf_'],
    ["control: { method: POST, path: /bulk-rebalances, body: { portfolio_ids: ['${rebalance}'] } }", 'begins with pf_'],
  ])('and a body require ids of their kind: %s', proves('K141.4'), (step, issue) => {
    expect(faultsOfStep(step)).toEqual([
      expect.stringContaining(`is never \${rebalance}: it is an identifier that ${issue}`),
    ]);
  });
});

describe('a check that always passes, or always fails, whatever the service does', () => {
  test.each([
    [
      'expect_event: { type: dividend.paid, count: 0 }',
      'never occurs, because no instrument pays dividends: write dividends: on at the top',
    ],
    [
      'until: { event: trade.settled }',
      'never occurs, because trades settle at once: write settlement: simulated at the top',
    ],
    [
      'expect_events: [order.filled, { never: trade.settlement_failed }]',
      'expect_events/1/never never occurs, because trades settle at once',
    ],
    [
      'expect_events: [{ never: order.filled }, order.filled]',
      'always holds, because the next event of the list is the first match',
    ],
    ['expect_state: { fingerprint: true, body: { /events: { greater: -1 } } }', 'always holds: it is at least 0'],
    [
      'corporate_action: { kind: delisting, isin: DE0007164600, cash_price: 1, currency: EUR, ex_at: 2026-02-01T00:00:00Z }',
      'is in the past: virtual time is at 2026-03-02T09:30:00.000Z or later by then',
    ],
    ["cash_flow: { portfolio: '${depot}', kind: deposit, amount: 5, at: 2026-03-01T00:00:00Z }", 'is in the past'],
  ])('is reported: %s', proves('K118.3', 'K141.7', 'K141.8'), (step, issue) => {
    expect(faultsOfStep(step).join('\n')).toContain(issue);
  });

  test('is not reported if the file has what the check needs', proves('K141.8'), () => {
    const step =
      'expect_events: [{ never: order.filled }, { event: order.filled, data: { /order/side: buy } }, dividend.paid, trade.settled]';
    expect(faultsOfStep(step, 'dividends: on\nsettlement: simulated\n')).toEqual([]);
    const announced =
      'corporate_action: { kind: cash_dividend, isin: DE0007164600, amount: 1, currency: EUR, ex_at: 2026-03-03T00:00:00Z }\n';
    expect(faultsOfStep(`${announced}  - expect_event: { type: dividend.paid, count: 0 }`).join()).not.toContain(
      'never occurs',
    );
  });

  test.each(['always: []', 'eventually: []', 'measures: {}'])(
    'is reported for an empty part: %s',
    proves('K118.3', 'K141.6'),
    (top) => {
      expect(faultsOfStep('assert: count(plan/orders) == 1', `${top}\n`)).toEqual([
        `/${top.split(':')[0]} is empty: leave it out, or give a value`,
      ]);
    },
  );

  test('is reported for a webhook without a receiver', proves('K141.8'), () => {
    const { faults } = validateText(
      'name: x\nsteps:\n  - until: { webhook: rebalance.complete }\n  - expect_webhook: { order: [rebalance.complete] }\n',
    );
    expect(faults.map(({ pointer, issue }) => `${pointer} ${issue}`)).toEqual([
      '/steps/0/until/webhook is sent to no receiver: the scenario has no receiver',
      '/steps/1/expect_webhook/order/0 is sent to no receiver: the scenario has no receiver',
    ]);
  });
});

describe('null counts as a value', () => {
  const get = (body: string) =>
    `{ request: { form: B, method: GET, path: '/rebalance/\${rebalance}' }, expect: { body: { ${body} } } }`;
  test.each([
    [get('/cash_after: { present: true }'), []],
    [get('/fx_overlay: { present: true }'), ['always holds: the value is always present, and null means “none”']],
    [get('/fx_overlay: { present: false }'), ['never holds: the value is always present, and null means “none”']],
    [get('/fx_overlay: { not: null }'), []],
    [
      'expect_event: { type: order.sent, data: { /limit_price: { present: true } } }',
      ['always holds: the value is always present'],
    ],
    [
      "assert: '!present(plan/fx_overlay)'",
      ['always holds, because it is null where there is none: write plan/fx_overlay != null'],
    ],
  ])('in a field that is always present: %s', proves('K141.6'), (step, issues) => {
    expect(faultsOfStep(step)).toEqual(issues.map((issue) => expect.stringContaining(issue)));
  });
});

describe('a share of 1', () => {
  test.each([
    "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { /orders/0/weight_after: { at_most: 90 } } } }",
    "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { /drift_after/max_drift: { range: [0, 90] } } } }",
    "expect_state: { portfolio: '${depot}', body: { /drift/max_drift: { less: 90 } } }",
    'assert: plan/orders/0/weight_after < 90',
    'assert: 90 >= plan/drift_after/max_drift',
  ])('is not compared with a percentage: %s', proves('K141.7'), (step) => {
    expect(faultsOfStep(step).join()).toContain('is a fraction: 90 % is written 0.9');
  });

  test.each(['assert: plan/orders/0/weight_after < 1.5', 'assert: plan/orders/0/quantity > 90'])(
    'is accepted: %s',
    proves('K141.7'),
    (step) => {
      expect(faultsOfStep(step)).toEqual([]);
    },
  );
});

describe('a reference in place of a part of a step', () => {
  const SINGLE = 'is a single value';
  test.each([
    ['until: ${rebalance}', SINGLE],
    ['until: "rebalance ${rebalance}"', SINGLE],
    ['expect_state: ${depot}', SINGLE],
    ['request: GET /rebalance/${rebalance}', SINGLE],
    ["{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: '${depot}' }", SINGLE],
    ["{ request: { form: B, method: GET, path: '/rebalance/${rebalance}', save: '${depot}' } }", SINGLE],
    ['parallel: ${plan/orders}', 'must be a list'],
    ['fork: ${plan/orders}', 'must be an object'],
    ["repeat: { times: 2, steps: '${plan/orders}' }", 'must be a list'],
  ])('cannot be a text, and steps must be written out: %s', proves('K142'), (step, issue) => {
    expect(faultsOfStep(step).join()).toContain(issue);
  });

  test('is an object that the run knows and validates as the file would be', proves('K142'), async () => {
    const each = (terms: string) =>
      `${WORLD}steps:\n  - repeat: { over: [${terms}], as: term, steps: [{ until: '\${term}' }] }\n`;
    expect(failuresOf(await play(each('{ state: { path: /clock, body: { /mode: manual } } }')))).toEqual([]);
    expect(failuresOf(await play(each('{ stat: 5 }')))).toContainEqual(
      expect.stringContaining('/until/stat: is not a known field (did you mean state?)'),
    );
    expect(failuresOf(await play(`${WORLD}steps:\n${PLAN}  - until: \${plan}\n`))).toContainEqual(
      expect.stringContaining('/until/rebalance_id: is not a known field'),
    );
  });
});

describe('a name', () => {
  test.each(['now', 'seed', 'index', 'depot'])(
    'of a variable must not hide another name: %s',
    proves('K110.10'),
    (name) => {
      expect(faultsOfStep('assert: count(plan/orders) == 1', `variables: { ${name}: 3 }\n`).join()).toContain(
        `/variables/${name} \${${name}} is`,
      );
    },
  );

  test('that a step defines is not a reference', proves('K129'), () => {
    expect(faultsOfStep("{ fault: { kind: exchange_down, exchange: XETR }, as: '${down}' }").join()).toContain(
      'is already a name: write only down',
    );
  });
});

describe('a journal', () => {
  test.each([
    ['{ operation: executePlan, method: GET }', 'is never that of executePlan: it is POST'],
    [
      '{ operation: executePlan, path: /form-b/v1/rebalance }',
      'is never that of executePlan: it is /form-b/v1/rebalance/{rebalance_id}/execute',
    ],
    ['{ path: "/form-b/v1/rebalance/{id}/execute" }', 'has {id} literally: write * for any identifier'],
    ['{ path: /sim/webhooks }', 'belongs to the control plane, whose requests are not journalled'],
    ['{ path: "^/form-b/v1/.*$" }', "for a pattern, write { pattern: '^/form-b/v1/.*$' }"],
  ])('only has matchers that requests of clients can meet: %s', proves('K141.10'), (match, issue) => {
    expect(faultsOfStep(`expect_journal: { match: ${match}, count: 0 }`).join()).toContain(issue);
  });
});

test('a `start` that is not a saved world is reported, in addition to all other issues', proves('K129'), () => {
  for (const start of ['snap.db', '[1]', '5', '{ x: 1 }', 'true'])
    expect(validateText(`name: x\nstart: ${start}\nsteps:\n  - advance: 1d\n`).faults).not.toEqual([]);
});

describe('a common mistake is reported with a correction', () => {
  test.each([
    ['assert: true', "assert must be a condition, such as plan/status == 'complete'"],
    [
      "assert plan/status == 'failed'",
      "/steps/1 is not a step: write a colon after assert, as assert: plan/status == 'failed'",
    ],
    ["assert: plan/status === 'failed'", '(to compare, write == or !=)'],
    ['assert: "\'plan/status == 3\'"', 'is a quoted text, not a condition: remove the quotes around the whole'],
    ['assert: not plan/simulation', '&& for and, || for or, ! for not'],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { status: 299 } }",
      'is never the status of getRebalance: /form-b/v1 responds with 200, ',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { headers: { X-A: 5 } } }",
      "must be a text in quotes, as '5', or an object with rules",
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}', headers: { X-A: 5 } } }",
      'must be a text: put it in quotes',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}', save: [p] } }",
      'must be an object of names, such as { plan: /rebalance_id }',
    ],
    [
      'until: { webhook: order.filled, data: { /order/side: sell } }',
      'belongs to event and has no effect with webhook',
    ],
    [
      "until: { rebalance: '${rebalance}', expect: { status: 404 } }",
      'belongs to get and has no effect with rebalance',
    ],
    [
      'expect_webhook: { type: order.filled, count: 0, within: 6h }',
      'cannot be used when none is expected: advance first',
    ],
    ['expect_webhook: { type: order.filled, at_most: 1, within: 6h }', 'cannot be used when none is expected'],
    [
      "{ request: { form: B, method: POST, path: /rebalance, body: { portfolio_id: '${depot}', drift_treshold: 0.1 } }, expect: { status: none } }",
      'is not a known field (did you mean drift_threshold?)',
    ],
    [
      "{ request: { form: B, method: POST, path: /rebalance, body: { portfolio_id: '${depot}', drift_threshold: 5 } } }",
      ': 5 % is 0.05',
    ],
    ['market: { event: { kind: jump, isin: DE0007164600, size: -30 } }', 'must be at least -0.99: -30 % is -0.3'],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { /orders/0/quantity: { contains: 50 } } } }",
      'applies to texts and lists, but this value is a number',
    ],
    ['{ skip: true, advance: 1d }', 'must be the reason in words; without it, the step is taken'],
    ['fault: { kind: reject_orders, exchange: XETR, skip: 5 }', 'is not a known field'],
    ["repeat: { each: '[1, 2]', as: x, steps: [{ advance: 1d }] }", 'must be a list, without quotes'],
    ['repeat: { each: 1..3, as: x, steps: [{ advance: 1d }] }', 'must be a list, as [1, 2, 3]'],
    [
      "expect_state: { portfolio: '${depot}', body: { /cash: { gte: 5 } } }",
      'is not a known field (did you mean at_least?)',
    ],
    [
      "expect_state: { portfolio: '${depot}', body: { /cash: { regex: x } } }",
      'is not a known field (did you mean pattern?)',
    ],
    [
      "{ request: { form: B, method: GET, path: '/rebalance/${rebalance}' }, expect: { body: { '/orders[0]/side': buy } } }",
      'did you mean /orders/0/side?',
    ],
    [
      'request: {form:B, method:GET, path: /prices/DE0007164600}',
      'request/form:B needs a space after the colon, as form: B',
    ],
    ['{ form:B, method:GET }', 'is not a step: write a space after the colon, as in form: B'],
    ['{ method: GET, path: /prices }', 'write request: before its fields'],
    ['assert: 0 < count(plan/orders) < 100', 'has two comparisons in a row: write each separately'],
    ["assert: plan/status in ['complete']", '(write contains([…], x) for x in […])'],
    ['assert: plan/status == “complete”', '(quotes are'],
    [
      'until: { get: { form: B, path: /sim/rebalances/1 } }',
      'write state: { path: … }, which takes views of the control plane',
    ],
    [
      'control: { method: PUT, path: /sink/mine, body: { answers: [{ status: 500 }] } }',
      'is the receiver itself: set its responses at /sinks/mine',
    ],
    ['expect_event: { type: settlement.settled }', 'is not an event type: event types are trade.settled'],
    ['expect_event: { type: order.unheard_of }', 'is not an event type: event types are order.acknowledged, '],
    ['expect_event: { type: order.filed }', 'is not an event type (did you mean order.filled?)'],
    ['expect_event: { type: x }', 'is not an event type: ballast help events lists them'],
  ])('%s', proves('K129'), (step, issue) => {
    expect(faultsOfStep(step).join('\n')).toContain(issue);
  });

  test('a name that a misspelt save would have defined is not reported as well', proves('K129'), () => {
    expect(
      faultsOfStep(
        "{ request: { form: B, method: GET, path: /prices/DE0007164600, sav: { p: '' } } }\n  - print: '${p}'",
      ),
    ).toEqual(['request/sav is not a known field (did you mean save?)']);
  });
});
