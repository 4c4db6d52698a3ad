/**
 * Tests files that cannot be run: they are failures of their own next to the other results, in every report
 * (decision K123).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type ReplayReport, replayReport } from '../../../src-server/contract/control/scenarios/replay-report.ts';
import { proves } from '../../conformance/proves.ts';
import { callBallast } from '../../support/call-ballast.ts';
import { removeReplayFolders, replay, replayFolder, replayReported } from '../../support/replay.ts';

afterEach(removeReplayFolders);

const GOOD = `name: Good
steps:
  - request: { form: B, method: GET, path: /prices/DE0007164600 }
`;
const BAD: readonly (readonly [title: string, text: string, fault: RegExp])[] = [
  ['no YAML', 'name: [unclosed\n', /bad\.yaml:\d+:\d+ /],
  ['an unknown field', `nam: x\n${GOOD}`, /bad\.yaml:1:1 \/nam: /],
  ['a step of no kind', `${GOOD}  - advanse: 1h\n`, /bad\.yaml:4:\d+ \/steps\/1: .*advance/],
  ['a missing include', `${GOOD}  - include: nowhere.yaml\n`, /\/steps\/1\/include: nowhere\.yaml does not exist/],
  ['a missing saved world', `${GOOD}start: { snapshot: gone.db }\n`, /\/start\/snapshot: there is no such file/],
  [
    'a world that cannot be made',
    `${GOOD}world: { market_events: [{ kind: jump, isin: US0378331005, size: 0.1 }] }\n`,
    /US0378331005|universe|isin/,
  ],
];

test('is repeated with its varied values, which may be the cause', proves('K123'), async () => {
  const file = join(replayFolder(), 'bad.yaml');
  writeFileSync(file, `variables: { mic: XETR }\n${GOOD}  - include: '\${mic}.yaml'\n`);
  const { report } = await replayReported([file], { workers: 0, vary: { mic: 'XPAR' } });
  expect(report.scenarios[0]?.again).toBe(`npx ballast replay ${file} --vary mic=XPAR`);
});

/** A folder with a valid scenario before the bad one, and one after it. */
function folderWith(text: string): string {
  const folder = replayFolder();
  for (const [name, content] of [
    ['a-good', GOOD],
    ['bad', text],
    ['c-good', GOOD],
  ] as const)
    writeFileSync(join(folder, `${name}.yaml`), content);
  return folder;
}

const filesOf = (folder: string) => ['a-good', 'bad', 'c-good'].map((name) => join(folder, `${name}.yaml`));

describe('a bad file', () => {
  test.each(BAD)('is one of the failures in every report: %s', proves('K123'), async (_title, text, fault) => {
    const folder = folderWith(text);
    const [junit, html] = [join(folder, 'r.xml'), join(folder, 'r.html')];
    const { exit, report } = await replayReported(filesOf(folder), { workers: 0, junit, html });
    expect([exit, report.passed, report.sum.passed, report.sum.failed]).toEqual([65, false, 2, 1]);
    expect(report.scenarios.map(({ file }) => file)).toEqual(filesOf(folder));
    expect(report.scenarios.map(({ status }) => status)).toEqual(['passed', 'bad', 'passed']);
    expect(report.scenarios[1]?.faults.join('\n')).toMatch(fault);
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toMatch(/<testsuites [^>]*failures="[1-9]/);
    expect(xml.match(/<testsuite /g)).toHaveLength(3);
    expect(xml).toMatch(/<testcase name="file" classname="[^"]*bad\.yaml"[^>]*><failure /);
    expect(readFileSync(html, 'utf8')).toContain('Why it failed');
  });

  test('is reported with all of its issues and the command that validates it', proves('K123'), async () => {
    const steps = Array.from({ length: 30 }, () => '  - advance: soon\n').join('');
    const { exit, lines } = await replay([join(folderWith(`${GOOD}${steps}`), 'bad.yaml')]);
    expect([exit, lines[0]]).toEqual([65, expect.stringMatching(/^FAILED {2}.*bad\.yaml {2}\(cannot be run\)$/)]);
    expect(lines.filter((line) => /^ {2}\S+bad\.yaml:\d+:\d+ \/steps\/\d+\/advance: /.test(line))).toHaveLength(30);
    expect(lines.at(-1)).toMatch(/^ {2}again: npx ballast validate .*bad\.yaml$/);
  });

  test('is selected by a filter as far as it can be read, and never lost', proves('K123', 'K40'), async () => {
    const folder = folderWith('nam: x\nname: Broken one\ntags: [mine]\nsteps: [{ advance: 1h }]\n');
    const chosen = async (filter: string) =>
      (await replayReported(filesOf(folder), { workers: 0, filter })).scenarios.map(({ status }) => status);
    expect(await chosen('GOOD')).toEqual(['passed', 'passed']);
    expect(await chosen('broken')).toEqual(['bad']);
    expect(await chosen('mine')).toEqual(['bad']);
    writeFileSync(join(folder, 'bad.yaml'), 'tags: [unclosed\n');
    expect(await chosen('Good')).toEqual(['passed', 'bad', 'passed']);
  });

  test(
    'ends a replay that stops at the first failure, and gets no rewritten golden log',
    proves('K123', 'K41'),
    async () => {
      const folder = folderWith('name: [\n');
      const first = await replayReported(filesOf(folder), { workers: 0, failFast: true });
      expect(first.scenarios.map(({ status }) => status)).toEqual(['passed', 'bad', 'stopped']);
      const updated = await replayReported(filesOf(folder), { workers: 0, update: true });
      expect(updated.scenarios.map(({ golden }) => golden)).toEqual(['written', 'not compared', 'written']);
    },
  );

  test('does not hide that a check of another one fails', proves('K123'), async () => {
    const folder = folderWith('name: [\n');
    writeFileSync(join(folder, 'c-good.yaml'), `${GOOD}    expect: { status: 201 }\n`);
    const { exit, report } = await replayReported(filesOf(folder), { workers: 0 });
    expect([exit, report.sum.passed, report.sum.failed]).toEqual([65, 1, 2]);
  });
});

describe('--json', () => {
  const good = () => join(folderWith(GOOD), 'a-good.yaml');
  const ERRORS: readonly (readonly [title: string, words: () => string[], exit: number, fault: RegExp])[] = [
    ['a missing file', () => ['/nowhere.yaml'], 65, /does not exist/],
    ['a word that leads nowhere', () => [join(replayFolder(), 'no-*.yaml')], 65, /contains no scenario/],
    ['a filter that leaves nothing', () => [good(), '--filter', 'zzz'], 64, /none of 1 scenarios has 'zzz'/],
    ['no file at all', () => [], 64, /replay needs at least one/],
    ['a bad flag', () => [good(), '--seed', 'x', '--no-such-flag'], 64, /--seed: 'x' is not/],
    ['a place that cannot be written', () => [good(), '--junit', '/dev/full'], 74, /full|space/],
    ['a data folder that is none', () => [good(), '--data', '/proc/none'], 64, /./],
  ];
  test.each(ERRORS)('is one document also with %s', proves('K123'), async (_title, args, exit, fault) => {
    const { exitCode, stdout } = await callBallast(['replay', ...args(), '--json']);
    const report: ReplayReport = replayReport.parse(JSON.parse(stdout));
    expect([report.passed, [...report.faults, ...report.scenarios.flatMap(({ faults }) => faults)].join('\n')]).toEqual(
      [false, expect.stringMatching(fault)],
    );
    expect(exitCode).toBe(exit);
  });

  test('is one document if two sides cannot be compared', proves('K123'), async () => {
    const { exitCode, stdout } = await callBallast(['diff', '/nowhere', '/nowhere.ndjson', '--json']);
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      65,
      {
        same: false,
        faults: ['/nowhere: there is no such file or folder', expect.stringContaining('/nowhere.ndjson')],
      },
    ]);
  });
});
