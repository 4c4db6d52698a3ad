/**
 * Tests mistakes in YAML: one message each, at its start, with a remedy; and other issues are not hidden
 * (decision K129).
 */
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../src-server/scenario/load/read-document.ts';
import { proves } from '../../conformance/proves.ts';
import { callBallast } from '../../support/call-ballast.ts';
import { draws, fc } from '../../support/draws.ts';
import { folderOf } from '../replay/play-text.ts';

const reported = (text: string) => {
  const read = readDocument('it.yaml', text);
  return read.ok ? [] : read.faults.map(({ line, column, issue }) => `${line}:${column} ${issue}`);
};

const QUOTE = (reference: string) => `quote it inside {…}: '${reference}'`;

test.each([
  ['a reference in braces', 'a: { b: ${depot} }', [`1:9 ${QUOTE('${depot}')}`]],
  ['one within a text', 'a: { path: /x/${depot}/y, c: 1 }', [`1:15 ${QUOTE('${depot}')}`]],
  ['two beside each other', 'a: { b: ${c}${d} }', [`1:9 ${QUOTE('${c}')}`, `1:13 ${QUOTE('${d}')}`]],
  ['one in brackets', 'a: [1, ${depot/0}, 2]', [`1:8 ${QUOTE('${depot/0}')}`]],
  [
    'several',
    'a: { b: ${c}, d: ${e} }\nf: { g: [${h}] }',
    [`1:9 ${QUOTE('${c}')}`, `1:18 ${QUOTE('${e}')}`, `2:10 ${QUOTE('${h}')}`],
  ],
  [
    'a text with a colon',
    'steps:\n  - title: a: b',
    ["2:12 has ': ' in it, which begins a value: put the whole text in quotes"],
  ],
  ['a quote that is not closed', 'a: 1\nb: "text\nc: 2\n', ['2:4 begins with a quote that is never closed']],
  ['a single one', "a: 'text\nc: 2\n", ['1:4 begins with a quote that is never closed']],
  [
    'an item that is indented more',
    'a:\n  - b: 1\n   - c: 2\n',
    [expect.stringMatching(/^3:4 is indented by 3 spaces, and the line before by 2: /)],
  ],
  [
    'an item that is indented less',
    'a:\n    - b: 1\n  - c: 2\n',
    [expect.stringMatching(/^3:3 is indented by 2 spaces, and the line before by 4: /)],
  ],
  [
    'a field in the column of the dash',
    'a:\n  - b: 1\n  c: 2\n',
    ['3:3 begins in column 3, and b above it in column 5: fields of one item begin in the same column'],
  ],
  [
    'a field further in',
    'a:\n  - b: { e: 1 }\n     c: 2\n',
    ['3:6 begins in column 6, and b above it in column 5: fields of one item begin in the same column'],
  ],
  ['a brace that nothing closes', 'a:\n  - b: { c: 1\n    d: 2\n', ['2:8 opens a { that is never closed: write }']],
  ['a bracket that nothing closes', 'a: [1, { b: 2 }\nc: 3\n', ['1:4 opens a [ that is never closed: write ]']],
  ['a brace that nothing opens', 'a: { b: 1 }}\n', ['1:12 has a } that nothing opens']],
  ['a bracket of the other kind', 'a: { b: 1] }\n', ['1:10 has a ], where the { before it is to be closed by }']],
  [
    'a brace in a quoted text, a comment and a reference, before one that nothing closes',
    'a: "{" # {\nb: [x, "]", ${c}]\nd: { e: 1\n',
    [expect.stringContaining("quote it inside {…}: '${c}'"), '3:4 opens a { that is never closed: write }'],
  ],
  [
    'a comma that is missing',
    'a: { b: c d: 1 }\n',
    ["1:9 has ': ' in it, which begins a value: put a comma before the name, or the whole text in quotes"],
  ],
  [
    'a place in brackets',
    'a: { /b[0]/c: 1 }\n',
    [
      expect.stringMatching(
        /needs a comma before it, or quotes around the whole text; a place in a list is written \/orders\/0$/,
      ),
    ],
  ],
  ['a colon without a space', 'a:1\nb: 2\n', ['1:1 needs a space after the colon, as a: 1']],
  ['no colon', 'a 1\nb: 2\n', ['1:1 has no colon: a field is written a: …']],
  ['a tab', 'a:\n\t- b: 1\n', [expect.stringMatching(/is indented by a tab: YAML allows only spaces/)]],
  [
    'a merge key',
    'a: &x { b: 1 }\nc:\n  <<: *x\n',
    [expect.stringMatching(/^3:3 merge keys are not supported: write out the fields/)],
  ],
  [
    'a condition that begins with !',
    'a: !b',
    ['1:4 begins with !, which marks a type in YAML, and files hold plain data only: put the whole text in quotes'],
  ],
  ['a text that begins with @', 'a: @b', ['1:4 begins with @, which no plain text can: put the whole text in quotes']],
  ['a text that begins with %', 'a: %b', ['1:4 begins with %, which no plain text can: put the whole text in quotes']],
  [
    'a condition that begins with a quoted text',
    'a: "b" == c',
    [expect.stringMatching(/^1:8 continues after a quoted text or a list: put the whole text in quotes/)],
  ],
  [
    'a condition that begins with a list',
    'a: [1] == c',
    [expect.stringMatching(/^1:8 continues after a quoted text or a list: put/)],
  ],
  ['a quoted key of that name', "a: { '<<': 1 }", []],
  ['a reference with quotes', "a: { b: '${depot}' }", []],
  ['a reference outside of braces', 'a: ${depot}', []],
])('%s', proves('K129'), (_what, text, faults) => {
  expect(reported(text)).toEqual(faults);
});

describe('references without quotes', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,20}$/);
  const reference = fc.tuple(name, fc.constantFrom('', '/0', '/a/b', '+2d')).map(([own, more]) => `\${${own}${more}}`);
  const entry = fc.record({ reference, before: fc.constantFrom('', '/x/', 'text '), isQuoted: fc.boolean() });

  test('are reported one by one, and the text has the same meaning as with quotes', {
    ...proves('K129'),
    tags: ['drawn'],
  }, () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 12 }), (entries) => {
        const line = (quote: (each: (typeof entries)[number]) => boolean) =>
          entries
            .map(
              (each, index) =>
                `- { a: 1, k${index}: ${quote(each) ? `'${each.before}${each.reference}'` : `${each.before}${each.reference}`}, z: 2 }`,
            )
            .join('\n');
        const read = readDocument(
          'it.yaml',
          line(({ isQuoted }) => isQuoted),
        );
        const sound = readDocument(
          'it.yaml',
          line(() => true),
        );
        const bare = entries.filter(({ isQuoted }) => !isQuoted);
        expect(read.ok ? [] : read.faults.map(({ issue }) => issue)).toEqual(bare.map((each) => QUOTE(each.reference)));
        const readable = read.ok ? read : read.readable;
        expect(readable?.value).toEqual(sound.ok && sound.value);
      }),
      { numRuns: draws(400) },
    );
  });

  test.each([
    [
      'a scenario',
      'name: one\nsteps:\n  - request: { form: B, method: GET, path: /x/${y} }\n  - advance: soon\n',
      ['is not a path of', 'quote it', 'nothing before this saves ${y}', 'is neither a duration'],
    ],
    [
      'steps',
      'steps:\n  - end_fault: ${y}\n  - control: { method: GET, path: /clock, save: { a: ${y} } }\n  - advance: soon\n',
      ['quote it', 'is neither a duration'],
    ],
    [
      'a lab',
      'name: l\nto: "2030-01-01T00:00:00Z"\npaths: { seeds: 60..1 }\npolicies:\n  - { name: ${y}, when: [{ drift: { threshold: 5 } }] }\n',
      ['has a range that ends before it begins', 'quote it', 'must be at most 0.2'],
    ],
    ['an exploration', 'command: [node, ${y}]\nstorm: many\n', ['quote it', 'must be a']],
    [
      'a world',
      'portfolios:\n  - { form: B, as: ${y}, request: {} }\nexchanges: { XNYS: { connected: false } }\n',
      ['quote it', 'there is no exchange XNYS'],
    ],
  ])('do not hide other issues in %s', proves('K129', 'K110.9'), async (_what, text, issues) => {
    const root = folderOf({ 'package.json': '{}', 'one.yaml': text });
    const { stdout, exitCode } = await callBallast(['validate', 'one.yaml'], root);
    expect(exitCode).toBe(65);
    for (const issue of issues) expect(stdout).toContain(issue);
  });
});

test('a text full of mistakes is read in bounded time', proves('K129'), () => {
  const text = `a: {${Array.from({ length: 5000 }, (_, index) => `k${index}: \${n${index}}`).join(', ')}}`;
  expect(reported(text).length).toBeGreaterThan(10);
});
