/**
 * Tests the expressions of `assert`, `if` and `${…}`: exact, typed by their operands, refused if they are invalid
 * (decision K130).
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExpressionFault, parseExpression } from '../../../src-server/scenario/references/expression.ts';
import { FUNCTIONS } from '../../../src-server/scenario/references/expression-functions.ts';
import {
  checkCondition,
  fillIn,
  fillKnown,
  referencesIn,
  withLiterals,
} from '../../../src-server/scenario/references/fill-references.ts';
import { unreadableReferences } from '../../../src-server/scenario/references/unreadable-references.ts';
import { proves } from '../../conformance/proves.ts';

const NAMES = new Map<string, unknown>([
  ['cash', 5000],
  ['price', '12.35'],
  ['my-name', 'depot'],
  ['constructor', 'complete'],
  ['status', 'complete'],
  ['now', '2026-03-02T09:30:00.000Z'],
  ['start', '2026-03-01T09:30:00Z'],
  ['nothing', null],
  [
    'plan',
    {
      orders: [
        { side: 'buy', quantity: 0.1, price: '200.00', isin: 'DE0007164600', parts: [1, 2] },
        { side: 'sell', quantity: 0.2, price: '100.5', isin: 'FR0000052292', parts: [3] },
      ],
      totals: { a: 1, b: 2 },
      none: [],
      long: '90m',
      'a b': 7,
    },
  ],
]);
const evaluated = (expression: string) => fillIn(`\${${expression}}`, NAMES);

test.each<[string, unknown]>([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['0.1 + 0.2', 0.3],
  ['0.1 + 0.2 == 0.3', true],
  ['cash * 2', 10_000],
  ['cash - 5000', 0],
  [' cash ', 5000],
  ['-cash + 1', -4999],
  ['cash / 3', 1666.6666666666667],
  ['cash % 3', 2],
  ['1e3', 1000],
  ['price * 2', 24.7],
  ['price == 12.350', true],
  ["price == '12.35'", true],
  ["'007' == '7'", false],
  ['cash', 5000],
  ['my-name', 'depot'],
  ["my-name == 'depot' && status != 'failed'", true],
  ['plan/orders/0/side', 'buy'],
  ['plan/orders/*/side', ['buy', 'sell']],
  ['plan/orders/*/parts/*', [1, 2, 3]],
  ['plan/totals/*', [1, 2]],
  ['plan/none/*/side', []],
  ['plan/a b', 7],
  ['sum(plan/orders/*/quantity)', 0.3],
  ['sum(plan/orders/*/quantity * plan/orders/*/price)', 40.1],
  ['sum(plan/orders/*/quantity * 2)', 0.6],
  ['sum(plan/none)', 0],
  ['count(plan/orders)', 2],
  ['min(plan/orders/*/price)', '100.5'],
  ['max(plan/orders/*/price) - min(plan/orders/*/price)', 99.5],
  ['mean([1, 2, 4])', 7 / 3],
  ['percentile([1, 2, 3, 4, 5], 95)', 4.8],
  ['percentile([5, 1], 50)', 3],
  ['unique([1, 2, 1, 2.0])', [1, 2]],
  ["contains(plan/orders/*/isin, 'DE0007164600')", true],
  ["contains(status, 'plete')", true],
  ['abs(-1.5)', 1.5],
  ['floor(-1.5)', -2],
  ['floor(1.5)', 1],
  ['ceil(-1.5)', -1],
  ['ceil(1.2)', 2],
  ['round(1.005, 2)', 1.01],
  ['round(-2.5)', -3],
  ['present(plan/orders/7)', false],
  ['present(plan/orders/1) && !present(nobody)', true],
  ["cash > 4000 ? 'rich' : 'poor'", 'rich'],
  ['nothing == null', true],
  ["constructor == 'complete'", true],
  ['[1, [2]] == [1.0, [2]]', true],
  ['now - start', '1d'],
  ['now - start == 24h', true],
  ['now + 1d', '2026-03-03T09:30:00.000Z'],
  ['now - 90m', '2026-03-02T08:00:00.000Z'],
  ['2 * 90m', '3h'],
  ['1d / 2', '12h'],
  ['1d / 6h', 4],
  ['1d - 6h', '18h'],
  ['now > start && now < start + 2d', true],
  ["now == '2026-03-02T10:30:00+01:00'", true],
  ['plan/long < 2h', true],
  ['false && nobody == 1', false],
  ['true || nobody == 1', true],
])('%s is %j', proves('K130.1', 'K130.2', 'K130.3'), (expression, wanted) => {
  expect(evaluated(expression)).toEqual(wanted);
});

test('may be within a text, also several of them', proves('K130.1'), () => {
  expect(fillIn('${cash * 2} EUR in ${count(plan/orders)} orders, ${status}, $${cash * 2}', NAMES)).toBe(
    '10000 EUR in 2 orders, complete, ${cash * 2}',
  );
});

describe('an expression without a value', () => {
  test.each<[string, string]>([
    ['nobody + 1', '${nobody} was never saved'],
    ['plan/orders/7/side', 'there is nothing at /orders/7/side of plan; at /orders is a list of 2'],
    ['status + 1', '"complete" is not a number'],
    ['status > 1', '"complete" and 1 cannot be compared by size'],
    ['cash / 0', '5000 / 0 has no result'],
    ['1d / 0', '1d / 0 has no result'],
    ['now + now', 'an instant can be shifted by a duration such as 90m, not by "2026-03-02T09:30:00.000Z"'],
    ['cash && true', '5000 is neither true nor false'],
    ['min(plan/none)', 'min of no values has no result'],
    ['sum(cash)', '5000 is not a list'],
    ['[1, 2] + [1]', 'the lists differ in length'],
    ['round(cash, 99)', 'round takes 0 to 20 decimals, not 99'],
    ['percentile([1], 101)', 'percentile takes 0 to 100, not 101'],
    ['now + 1000000d + 2000000d', 'an instant lies in the years 1 to 9999'],
  ])('%s: %s', proves('K130.4'), (expression, why) => {
    expect(() => evaluated(expression)).toThrow(why);
  });
});

describe('an invalid expression', () => {
  test.each<[string, RegExp]>([
    ['plan.orders', /write a part of a value by its path: plan\/…/],
    ['plan[0]', /write a part of a value by its path: plan\/…/],
    ['(plan).orders', /value by its path/],
    ['smu(plan/orders)', /there is no function smu \(did you mean sum\?\): sum, count, min/],
    ['sum()', /sum takes 1 value, as in sum\(plan\/orders\/\*\/quantity\)/],
    ['round(1, 2, 3)', /round takes 1 or 2 values/],
    ['cash = 1', /Unexpected .* \(to compare, write ==\)/],
    ['cash == 1 and true', /&& for and/],
    ['constructor(1)', /there is no function constructor/],
    ['toString()', /there is no function toString/],
    ['cash +', /Expected expression after \+/],
    ['(cash', /Unclosed \(/],
    ["'text", /Unclosed quote/],
    ['1 2', /has two expressions, and no operator between them/],
    ['', /is empty/],
    ['cash & 1', /Unexpected|two expressions/],
    ['cash === 1', /Unexpected|Expected expression/],
    ['this', /\$\{this\}|this/],
    [`${'('.repeat(600)}1${')'.repeat(600)}`, /at most 1000 characters/],
    ['1d2', /not|Variable names|Unexpected/],
  ])('%s', proves('K130.7'), (expression, why) => {
    const fault = (): unknown => {
      try {
        return parseExpression(expression);
      } catch (error) {
        if (error instanceof ExpressionFault) return error.message;
        throw error;
      }
    };
    const found = fault();
    if (expression === 'this') expect(found).toMatchObject({ kind: 'reference', name: 'this' });
    else expect(found).toMatch(why);
  });

  test('is reported with the right spelling, or with its error', proves('K130.7', 'K110.2'), () => {
    expect(unreadableReferences('${plan.orders[0].side}', ['plan'])).toEqual([
      expect.stringContaining('write ${plan/orders/0/side}'),
    ]);
    expect(unreadableReferences('${smu(plan)}', ['plan'])).toEqual([
      expect.stringContaining('has ${smu(plan)}, in which there is no function smu (did you mean sum?)'),
    ]);
    expect(unreadableReferences('${cash * 2} ${plan/x} ${ cash }', ['plan'])).toEqual([]);
  });
});

describe('a value that is known before the run', () => {
  const known = new Map<string, unknown>([
    ['cash', 5000],
    ['isin', "DE'0"],
    ['list', [1, 'a']],
    ['world', { a: 1 }],
  ]);

  test.each<[string, unknown]>([
    ['${cash * 2}', 10_000],
    ['a ${cash * 2} b', 'a 10000 b'],
    ['${cash * later}', '${5000 * later}'],
    ['${contains(list, isin) || later}', `\${contains([1, "a"], "DE'0") || later}`],
    ['${later + 1}', '${later + 1}'],
    ['${world/a + later}', '${1 + later}'],
  ])('%s becomes %j', proves('K130.8'), (text, wanted) => {
    expect(fillKnown(text, known)).toEqual(wanted);
  });

  test('is compared unchanged, whatever it contains', proves('K130.8'), () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (text) => {
        const names = new Map([['name', text]]);
        const written = withLiterals('name == other', names);
        expect(checkCondition(written, new Map([['other', text]]))).toBeNull();
      }),
    );
  });

  test('cannot be an object', proves('K130.8'), () => {
    expect(() => fillKnown('${world == later}', known)).toThrow('${world} is an object, which no expression has');
  });
});

test('the names of an expression are those that it needs', proves('K130.1'), () => {
  expect([...referencesIn({ a: '${sum(plan/orders/*/quantity) == a + my-name}', b: ['${c}'] })]).toEqual([
    { name: 'plan', tail: '/orders/*/quantity', pointer: '/a' },
    { name: 'a', tail: '', pointer: '/a' },
    { name: 'my-name', tail: '', pointer: '/a' },
    { name: 'c', tail: '', pointer: '/b/0' },
  ]);
});

test.each<[string, string | null]>([
  ['${sum(plan/orders/*/quantity)} == ${cash} - 4999.7', null],
  ['${now+1d} > now', null],
  ['cash == 5001', 'cash == 5001 is false: 5000 == 5001'],
  ['cash > 0 && status == "failed" && nobody', 'is false: "complete" == "failed"'],
  ['false', 'false is false'],
])('the condition %s: %s', proves('K130.1', 'K130.6'), (condition, why) => {
  const found = checkCondition(condition, NAMES);
  if (why === null) expect(found).toBeNull();
  else expect(found).toContain(why);
});

test('sums of decimals are exact', proves('K130.2'), () => {
  const cents = fc.array(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(cents, (amounts) => {
      const total = amounts.reduce((sum, each) => sum + each, 0);
      const names = new Map([['list', amounts.map((each) => each / 100)]]);
      expect(checkCondition(`sum(list) * 100 == ${total}`, names)).toBeNull();
    }),
  );
});

test('every function has an example that can be read', proves('K130.1'), () => {
  for (const { example, does } of Object.values(FUNCTIONS)) {
    expect(() => parseExpression(example)).not.toThrow();
    expect(does).not.toBe('');
  }
});

test.each(['${', "${'", '${a ', "${'x\\", '${"$', '${a+'])(
  'a text of many %s is read in linear time',
  proves('K130.7'),
  (part) => {
    const names = (count: number) => [...referencesIn(part.repeat(count))].length;
    expect(names(200_000)).toBe(0);
  },
);

describe('an expression that would take minutes', () => {
  test.each([
    '1e10000000 % 7',
    '1e2000000 * cash',
    '1e-2000000 + cash',
    `${'9'.repeat(401)} + cash`,
    'huge % 7',
    'huge * huge',
  ])('is refused: %s', proves('K130.7'), (expression) => {
    const names = new Map<string, unknown>([...NAMES, ['huge', '7'.repeat(300_000)]]);
    expect(() => fillIn(`\${${expression}}`, names)).toThrow(/a number (?:has at most 400 digits|lies between)/);
  });

  test('does not include unique values of a long list', proves('K130.7'), () => {
    const many = Array.from({ length: 50_000 }, (_, index) => ({ id: index % 25_000, name: `n${index % 25_000}` }));
    expect(fillIn('${count(unique(many))}', new Map([['many', many]]))).toBe(25_000);
  });

  test('unique removes values that are only equal in another notation', proves('K130.3'), () => {
    const names = new Map<string, unknown>([
      ['mixed', [5, '5', '5.0', 5.0, '90m', '1.5h', { a: 1, b: [2] }, { b: [2], a: 1 }]],
    ]);
    expect(fillIn('${unique(mixed)}', names)).toEqual([5, '90m', '1.5h', { a: 1, b: [2] }]);
  });
});
