/**
 * Every helper of `ballast/testing` rejects wrong arguments before it sends anything: in JavaScript nothing else would
 * report a misspelt option, and the test would pass for the wrong reason.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { argumentFaults, HELPER_ARGUMENTS } from '../../src-server/testing/helper-arguments.ts';
import {
  type Ballast,
  BallastArgumentError,
  BallastRequestError,
  exploreClient,
  playScenario,
  startBallast,
} from '../../src-server/testing/testing.ts';
import { proves } from '../conformance/proves.ts';

type Helper = (...given: unknown[]) => unknown;

let ballast: Ballast;
beforeAll(async () => {
  ballast = await startBallast();
});
afterAll(() => ballast.stop());

/** Helpers that take nothing. */
const WITHOUT = [
  ...['clock', 'faults', 'assertAllMet', 'removeFaults', 'fingerprint', 'reset', 'worlds', 'stop'],
  ...['market.corporateActions', 'sink.accept', 'sink.received', 'sink.forget'],
];

function helpersOf(handle: object, prefix = ''): [string, Helper][] {
  return Object.entries(handle).flatMap(([name, member]) =>
    typeof member === 'function' ? [[`${prefix}${name}`, member as Helper]] : [],
  );
}

function allHelpers(): Map<string, Helper> {
  return new Map([
    ...helpersOf(ballast),
    ...helpersOf(ballast.market, 'market.'),
    ...helpersOf(ballast.sink('here'), 'sink.'),
    ['playScenario', playScenario as Helper],
    ['exploreClient', exploreClient as Helper],
  ]);
}

/** Returns the error, whether thrown or rejected. */
async function errorOf(helper: string, ...given: unknown[]): Promise<unknown> {
  const call = allHelpers().get(helper);
  if (call === undefined) throw new Error(`there is no helper ${helper}`);
  try {
    await call(...given);
    return null;
  } catch (error) {
    return error;
  }
}

async function faultsOf(helper: string, ...given: unknown[]): Promise<readonly string[]> {
  const error = await errorOf(helper, ...given);
  expect(error, `${helper}(${JSON.stringify(given)})`).toBeInstanceOf(BallastArgumentError);
  return (error as BallastArgumentError).faults;
}

/** For each helper with options: arguments before them, and a misspelt option with the expected suggestion. */
const MISSPELT: readonly (readonly [helper: string, before: readonly unknown[], option: object, fault: RegExp])[] = [
  ['playScenario', ['a.yaml'], { sed: 1 }, /^options\/sed: .*did you mean seed\?/],
  ['exploreClient', [], { trails: 1 }, /^options\/trails: .*did you mean trials\?/],
  ['fetch', ['/prices/X'], { jsno: {} }, /^init\/jsno: .*did you mean json\?/],
  ['setClock', [], { mdoe: 'manual' }, /^change\/mdoe: .*did you mean mode\?/],
  ['advance', [], { buy: '1h' }, /^how\/buy: .*did you mean by\?/],
  ['untilComplete', ['rb_1'], { whitin: '1h' }, /^patience\/whitin: .*did you mean within\?/],
  ['untilSettled', [], { whitin: '1h' }, /^patience\/whitin: .*did you mean within\?/],
  [
    'fault',
    [],
    { kind: 'api_error', code: 'internal_error', operation: 'createPlan' },
    /^fault\/operation: .*did you mean match\.operation\?/,
  ],
  [
    'fault',
    [],
    { kind: 'api_error', code: 'internal_error', times: 2 },
    /^fault\/times: is not a known field \(possible: kind, code, .*count/,
  ],
  ['stub', [], { answer: { status: 503 }, macth: {} }, /^stub\/macth: .*did you mean match\?/],
  ['market.addEvent', [], { kind: 'jump', size: 0.1, isni: 'x' }, /^event\/isni: .*did you mean isin\?/],
  ['market.corporateAction', [], { kind: 'delisting', exat: '' }, /^action\/exat: .*did you mean ex_at\?/],
  ['market.setExchange', ['XETR'], { conected: true }, /^change\/conected: .*did you mean connected\?/],
  ['sink.answer', [], [{ status: 503, tmies: 2 }], /^answers\/0\/tmies: .*did you mean times\?/],
  ['addWebhook', [], { url: '/sim/sink/x', event: [] }, /^endpoint\/event: .*did you mean events\?/],
  ['deliveries', [], { typ: 'order.filled' }, /^filter\/typ: .*did you mean type\?/],
  ['verify', [], { operatoin: 'createPlan' }, /^expectation\/operatoin: .*did you mean operation\?/],
  ['journal', [], { operatoin: 'createPlan' }, /^filter\/operatoin: .*did you mean operation\?/],
  ['createPortfolio', [], { form: 'A', nmae: 'x' }, /^portfolio\/nmae: .*did you mean name\?/],
  ['createPortfolio', [], { form: 'B', target: [] }, /^portfolio\/target: .*did you mean targets\?/],
  ['cashFlow', ['pf_1'], { kind: 'deposit', amuont: 5 }, /^flow\/amuont: .*did you mean amount\?/],
  ['settlements', ['pf_1'], { state: 'pending' }, /^query\/state: .*status/],
  ['setConstraints', ['pf_1'], { max_turnvoer: 1 }, /^constraints\/max_turnvoer: .*did you mean max_turnover\?/],
  ['setPolicy', ['pf_1'], { whne: [] }, /^policy\/whne: .*did you mean when\?/],
  ['actOnOrder', ['or_1'], { action: 'fill', prise: 1 }, /^action\/prise: .*did you mean price\?/],
  ['world', [], { clock_mode: 'manual' }, /^options\/clock_mode: .*did you mean clockMode\?/],
  ['fork', [], { nmae: 'x' }, /^options\/nmae: .*did you mean name\?/],
];

/** A first argument of a wrong type. */
const wrong = (helper: string) => (['control', 'fetch', 'events'].includes(helper) ? 7 : Symbol('wrong'));

describe('every helper', () => {
  test('has a schema for its arguments, or takes none', proves('K120'), () => {
    expect([...allHelpers().keys()].toSorted()).toEqual([...WITHOUT, ...Object.keys(HELPER_ARGUMENTS)].toSorted());
  });

  test.each(Object.keys(HELPER_ARGUMENTS))(
    '%s rejects a wrong type, and none at all if it needs one',
    async (helper) => {
      const error = (await errorOf(helper, wrong(helper))) as Error;
      expect(error, helper).toBeInstanceOf(BallastArgumentError);
      expect(error.message.split('\n')[0]).toBe(`${helper} was called with wrong arguments:`);
      if (argumentFaults(helper, []).length > 0) expect((await faultsOf(helper))[0]).toMatch(/ is missing|: /);
    },
  );

  test.each(MISSPELT)('%s(%j…, %j) suggests the nearest name', async (helper, before, option, fault) => {
    const faults = await faultsOf(helper, ...before, option);
    expect(faults).toEqual(expect.arrayContaining([expect.stringMatching(fault)]));
  });

  test('sends nothing before', async () => {
    const head = (await ballast.fingerprint()).head;
    for (const [helper, before, option] of MISSPELT) await faultsOf(helper, ...before, option);
    expect((await ballast.fingerprint()).head).toBe(head);
    expect(await ballast.journal()).toEqual([]);
  });
});

describe('a call that was accepted silently', () => {
  test.each<[string, unknown[], string]>([
    ['createPortfolio', [{ form: 'C' }], 'portfolio/form: must be one of "A", "B"'],
    ['createPortfolio', [], 'portfolio: is missing'],
    ['createPortfolio', [{}], 'portfolio/form: is missing'],
    ['untilComplete', ['rb_1', '1h'], "patience: must be an object such as {within: '90m'}"],
    ['untilComplete', [undefined], 'rebalanceId: is missing'],
    ['untilSettled', [null], "patience: must be an object such as {within: '90m'}"],
    ['deliveries', [{ type: 'rebalance.completed' }], 'filter/type: must be one of '],
    ['events', ['rebalance.completed'], 'type: is not one of the '],
    ['advance', [{ by: '1h', to: '2026-03-03T09:00:00Z' }], 'how: needs exactly one of by and to'],
    ['advance', [90], "how: must be an object such as {by: '90m'}"],
    ['advance', ['90'], 'how: is not a duration like 90m'],
    ['advance', [], 'how: is missing'],
    ['verify', [], 'expectation: is missing'],
    ['verify', [{ at_least: 2, at_most: 1 }], 'expectation/at_most: is below at_least'],
    ['fault', [], 'fault: is missing'],
    ['fault', ['api_error'], 'fault: must be an object'],
    ['fault', [{ kind: 'exchange_don' }], 'fault/kind: is not one of the '],
    ['sink.listen', ['order.filled', 'order.filed'], 'types/1: must be one of '],
    ['trace', ['rb_1', { text: true }], 'there are 2 arguments, but it takes 1: id'],
  ])('%s(%j) is rejected', async (helper, given, fault) => {
    expect((await faultsOf(helper, ...given))[0]).toContain(fault);
  });

  test('names the nearest type', async () => {
    expect(await faultsOf('events', 'rebalance.completed')).toEqual([
      expect.stringContaining('(did you mean rebalance.complete?)'),
    ]);
    expect(await faultsOf('deliveries', { type: 'rebalance.completed' })).toEqual([
      expect.stringContaining('(did you mean rebalance.complete?)'),
    ]);
  });
});

describe('a call as test runners and lists make it', () => {
  test('is accepted', async () => {
    const reset = ballast.reset as Helper;
    await reset({ task: 'the context of a hook' });
    const { portfolio_id: id } = await ballast.createPortfolio({ form: 'B' });
    expect(await Promise.all([id].map(ballast.dividends))).toEqual([[]]);
    expect(await ballast.deliveries({ type: undefined } as object)).toEqual([]);
  });
});

describe('the control plane', () => {
  test.each(['/events?type=rebalance.completed', '/deliveries?type=rebalance.completed'])(
    'rejects %s with the nearest type',
    proves('L103'),
    async (path) => {
      const error = await ballast.control('GET', path).catch((refusal: unknown) => refusal);
      expect(error).toBeInstanceOf(BallastRequestError);
      expect((error as BallastRequestError).message).toContain('(did you mean rebalance.complete?)');
    },
  );

  test('is quoted once where one thing is wrong, whatever its subject', async () => {
    const one = await ballast.control('POST', '/faults', { kind: 'none' }).catch((refusal: Error) => refusal.message);
    expect(String(one).match(/exchange_down/g)).toHaveLength(1);
    const whole = await ballast.control('POST', '/faults', []).catch((refusal: Error) => refusal.message);
    expect(whole).toBe(
      'POST /sim/faults answered 400 invalid_request: The request body is invalid: must be an object.',
    );
  });
});
