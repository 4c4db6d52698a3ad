/** Tests `print` of a scenario: the value in every report, and nothing else (decision K128). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { replay, replayReported } from '../../support/replay.ts';
import { stopAll } from '../../support/start-ballast.ts';
import { failuresOf, folderOf, play } from '../replay/play-text.ts';

afterAll(stopAll);

const STEPS = `
  - control: { method: GET, path: /clock, save: { time: /now, clock: '' } }
    expect: { status: 200 }
  - print: 'It is \${time}'
  - title: The mode
    print: '\${clock/mode}'
  - print: { rows: ['\${seed}', null, '<b>'] }
`;

const fileOf = (steps: string) => join(folderOf({ 'it.yaml': `name: It\nsteps:${steps}` }), 'it.yaml');

describe('a printed value', () => {
  test('appears below the line of its scenario, although it passed', proves('K128'), async () => {
    const { exit, lines } = await replay([fileOf(STEPS)]);
    expect(exit).toBe(0);
    expect(lines.join('\n').split('\n').slice(1, 4)).toEqual([
      '  print: It is 2026-03-02T09:30:00.000Z',
      '  The mode: manual',
      '  print: {"rows":[1,null,"<b>"]}',
    ]);
  });

  test('is in the report as JSON, in JUnit and in HTML', proves('K128'), async () => {
    const folder = folderOf({});
    const [junit, html] = [join(folder, 'junit.xml'), join(folder, 'report.html')];
    const file = fileOf(STEPS);
    const { scenarios } = await replayReported([file], { junit, html });
    expect(scenarios[0]?.steps.map(({ printed }) => printed)).toEqual([
      ...[null, 'It is 2026-03-02T09:30:00.000Z', 'manual', '{"rows":[1,null,"<b>"]}'],
    ]);
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain('<system-out>{&quot;rows&quot;:[1,null,&quot;&lt;b&gt;&quot;]}</system-out></testcase>');
    expect(readFileSync(html, 'utf8')).toContain('<pre>manual</pre>');
  });

  test('has a line for each of its lines, and escapes control characters', proves('K128'), async () => {
    const { lines } = await replay([fileOf(`${STEPS}  - print: "one\\ntwo\\e[31m"\n`)]);
    expect(lines.join('\n').split('\n').slice(4, 6)).toEqual([
      '  print: one',
      expect.stringMatching(/^ {4}two\\?\S*\[31m$/),
    ]);
    expect(lines.join('')).not.toContain('\u001b');
  });

  test('proves nothing, and can only use existing names', proves('K128', 'K118.2'), async () => {
    expect((await replay([fileOf("\n  - print: 'hello'\n")])).exit).toBe(65);
    expect(failuresOf(await play("steps: [{ print: '${nobody}' }]"))).toEqual([
      expect.stringContaining('nothing before this saves ${nobody}'),
    ]);
  });
});
