/** Tests files of rows for a repetition (decision K134). */
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readRowFile } from '../../../src-server/scenario/load/row-files.ts';
import { proves } from '../../conformance/proves.ts';
import { replayReported } from '../../support/replay.ts';
import { stopAll } from '../../support/start-ballast.ts';
import { folderOf } from '../replay/play-text.ts';

afterAll(stopAll);

test.each<[string, string, unknown[]]>([
  [
    'a.csv',
    'name,cash\nAnna,100\nBen,12.50\n',
    [
      { name: 'Anna', cash: 100 },
      { name: 'Ben', cash: 12.5 },
    ],
  ],
  ['a.csv', '\uFEFFname;cash\r\n"A; B";-1\r\n\r\n', [{ name: 'A; B', cash: -1 }]],
  ['a.tsv', 'id\tok\n007\ttrue\n', [{ id: '007', ok: true }]],
  ['a.csv', 'id,note\n1,\n', [{ id: 1, note: null }]],
  ['a.csv', 'isin\nDE0007164600\n', [{ isin: 'DE0007164600' }]],
  ['a.csv', 'n\n12345678901234567890\n', [{ n: '12345678901234567890' }]],
  ['a.csv', 'n\n1e3\n1.5E-3\n-2e+1\n1e400\n', [{ n: 1000 }, { n: 0.0015 }, { n: -20 }, { n: '1e400' }]],
  ['a.csv', 'n\n0.1234567890123456\n1234567890123456\n', [{ n: 0.1234567890123456 }, { n: 1234567890123456 }]],
  ['a.csv', 'n\n12345678901234567890.5\n-0.5\n', [{ n: '12345678901234567890.5' }, { n: -0.5 }]],
  ['a.csv', 'n,m\nconstructor,__proto__\n', [{ n: 'constructor', m: '__proto__' }]],
  ['a.json', '[{"a": 1}, 2, "x"]', [{ a: 1 }, 2, 'x']],
])('%s %j has rows', proves('K134'), (name, text, rows) => {
  expect(readRowFile(name, text)).toEqual({ ok: true, rows });
});

test.each<[string, string, string]>([
  ['a.csv', '', 'a.csv has no rows'],
  ['a.csv', 'name,cash\n', 'a.csv has no rows'],
  ['a.csv', 'name,name\n1,2\n', 'a.csv has two columns name'],
  ['a.csv', 'name,\n1,2\n', 'a.csv has a column without a name'],
  ['a.csv', 'name,cash\n1,2\n3\n', 'a.csv has 1 cell in row 3, and 2 columns'],
  ['a.csv', 'name,cash\n1,2,3\n', 'a.csv has 3 cells in row 2, and 2 columns'],
  ['a.csv', 'name,cash\n"1,2\n', 'a.csv is not CSV: row'],
  ['a.json', '{"a": 1}', 'a.json is not a list'],
  ['a.json', '[1,', 'a.json is not valid JSON: line 1, column 4'],
  ['a.json', '[{"a": 1},\n {"b" 2}]', 'a.json is not valid JSON: line 2, column 7'],
  ['a.json', '[]', 'a.json has no rows'],
  ['a.json', `${'['.repeat(5000)}1${']'.repeat(5000)}`, 'a.json is nested more than 200 levels deep'],
])('%s %j is refused', proves('K134'), (name, text, issue) => {
  const read = readRowFile(name, text);
  expect(read.ok ? '' : read.issue).toContain(issue);
});

describe('a repetition over rows', () => {
  const scenario = (rows: string, steps: string) =>
    `name: Rows\nsteps:\n  - repeat:\n      rows: ${rows}\n      as: row\n      steps:\n${steps}`;
  const replayIn = (files: Readonly<Record<string, string>>, name = 'it.yaml') =>
    replayReported([join(folderOf(files), name)]);

  test('runs its steps with each row, and texts of the file cannot change the steps', proves('K134'), async () => {
    const { exit, scenarios } = await replayIn({
      'it.yaml': scenario(
        'data/accounts.csv',
        "        - print: '${row/name}: ${row/cash * 2}'\n        - assert: row/cash > 0\n",
      ),
      'data/accounts.csv': 'name,cash\nAnna,100\n${nobody},7\n',
    });
    expect(exit).toBe(0);
    expect(scenarios[0]?.steps.flatMap(({ printed }) => printed ?? [])).toEqual(['Anna: 200', '${nobody}: 14']);
  });

  test.each<[string, string]>([
    ['missing.csv', 'missing.csv'],
    ['../outside.csv', 'is outside the project'],
    ['bad.csv', 'bad.csv has two columns a'],
  ])('%s is an issue of the file', proves('K134'), async (rows, fault) => {
    const { exit, scenarios } = await replayIn({
      'package.json': '{}',
      'it.yaml': scenario(rows, '        - assert: row == 1\n'),
      'bad.csv': 'a,a\n1,2\n',
    });
    expect(exit).toBe(65);
    expect(scenarios[0]?.faults.join('\n')).toContain(fault);
    expect(scenarios[0]?.faults.join('\n')).toContain('/steps/0/repeat/rows');
  });
});
