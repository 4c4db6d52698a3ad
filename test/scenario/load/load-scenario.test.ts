/** Tests the contents of scenario files, the places of their issues, and includes. */
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../../src-server/runner/library/load-scenario.ts';
import { describeFault } from '../../../src-server/scenario/load/read-yaml.ts';
import { proves } from '../../conformance/proves.ts';
import { folderOf } from '../replay/play-text.ts';

const WAIT = 'steps: [{ advance: 1h }]\n';

describe('a bad scenario file is reported with the place of the issue', () => {
  it.each<[string, string | Buffer, string | RegExp]>([
    [
      'an unknown key',
      `name: x\ndescripton: y\n${WAIT}`,
      'it.yaml:2:1 /descripton: is not a known field (did you mean description?)',
    ],
    [
      'an unknown key of a step',
      'name: x\nsteps:\n  - advance: 1h\n    tilte: y\n',
      'it.yaml:4:5 /steps/0/tilte: is not a known field (did you mean title?)',
    ],
    [
      'an unknown kind of step',
      'name: x\nsteps:\n  - advnce: 1h\n',
      'it.yaml:3:5 /steps/0: is not a known kind of step (did you mean advance?)',
    ],
    [
      'a step of two kinds',
      'name: x\nsteps:\n  - advance: 1h\n    control: { method: GET, path: / }\n',
      'it.yaml:4:5 /steps/0/control: is a separate step: this one is already advance',
    ],
    ['an empty step', 'name: x\nsteps:\n  -\n  - advance: 1h\n', /^it\.yaml:3:\d+ \/steps\/0: is empty$/],
    ['a tab', `name: x\nsteps:\n\t- advance: 1h\n`, /^it\.yaml:3:1 is indented by a tab: YAML allows only spaces$/],
    ['a wrong type', `name: x\nseed: many\n${WAIT}`, 'it.yaml:2:1 /seed: must be a number'],
    ['a wrong value in a step', 'name: x\nsteps:\n  - advance: soon\n', /^it\.yaml:3:5 \/steps\/0\/advance: /],
    [
      'a missing name',
      'name: x\nsteps:\n  - end_fault: ${brokn}\n',
      'it.yaml:3:5 /steps/0/end_fault: nothing before this saves ${brokn}',
    ],
    [
      'a name that comes later',
      'name: x\nsteps:\n  - end_fault: ${broken}\n  - fault: { kind: stale_prices }\n    as: broken\n',
      /^it\.yaml:3:5 .*nothing before this saves \$\{broken\}/,
    ],
    [
      'a missing name in the world',
      `name: x\nworld:\n  faults: [{ kind: stale_prices, for: '\${long}' }]\n${WAIT}`,
      /\/world\/faults\/0\/for/,
    ],
    [
      'a YAML bomb',
      `a: &a [1,1,1,1,1,1,1,1,1]\n${'bcdefgh'
        .split('')
        .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[index]}`)}]`)
        .join('\n')}\n`,
      /^it\.yaml:7:\d+ holds more than 1000000 values, or repeats them by aliases/,
    ],
    ['an anchor that is not there', 'name: *x\n', 'it.yaml:1:7 there is no anchor &x before this'],
    ['50 MB', Buffer.alloc(50_000_000, 32), 'it.yaml:1:1 is larger than 5 MB'],
    ['no UTF-8', Buffer.from([0x6e, 0x61, 0x6d, 0x65, 0x3a, 0xff, 0xfe]), 'it.yaml:1:1 is not UTF-8 text'],
    ['a repeated key', `name: x\nname: y\n${WAIT}`, 'it.yaml:2:1 the key name occurs twice'],
    [
      'several documents',
      `name: x\n${WAIT}---\nname: y\n`,
      'it.yaml:3:1 a second document begins here; a file may contain only one',
    ],
    ['nothing', '', 'it.yaml:1:1 is empty'],
    ['only a comment', '# soon\n', 'it.yaml:1:1 is empty'],
    ['a list', '- advance: 1h\n', 'it.yaml:1:1 is not a scenario: a scenario has a name, a world and steps'],
    ['a tag', 'name: !!js/function x\n', /^it\.yaml:1:7 begins with !, which marks a type in YAML/],
    ['a key that is a list', '? [a]\n: b\n', 'it.yaml:1:3 a key must be a text'],
    [
      'too many levels',
      `name: ${'['.repeat(500)}${']'.repeat(500)}\n`,
      'it.yaml:1:1 is nested more than 200 levels deep',
    ],
    [
      'a text in place of a step',
      'name: x\nsteps:\n  - advance:1d\n',
      'it.yaml:3:5 /steps/0: is not a step: write a space after the colon, advance: 1d',
    ],
    [
      'a field of the top among the steps',
      'name: x\nsteps:\n  - always: [{ never: order.rejected }]\n',
      'it.yaml:3:5 /steps/0: is not a step: always belongs at the top of the file, next to steps',
    ],
    [
      'a duration without its unit',
      'name: x\nsteps:\n  - until: { deliveries: settled, within: 6 }\n',
      /^it\.yaml:3:\d+ \/steps\/0\/until\/within: must be a duration with its unit, such as 90m, 6h or 2d$/,
    ],
    [
      'a repetition whose name is taken',
      'name: x\nvariables: { a: 1 }\nsteps:\n  - repeat: { each: [1], as: a, steps: [{ print: x }] }\n',
      /^it\.yaml:4:\d+ \/steps\/0\/repeat\/as: \$\{a\} is something else already; choose another name$/,
    ],
    [
      'a value that is saved under the name of a variable',
      'name: x\nvariables: { a: 1 }\nsteps:\n  - control: { method: GET, path: /clock, save: { a: /now } }\n',
      /^it\.yaml:4:\d+ \/steps\/0\/control\/save\/a: \$\{a\} is a variable of the file already; choose another name$/,
    ],
    [
      'a name in place of what it stands for',
      'name: x\nsteps:\n  - control: { method: GET, path: /clock, save: { depot: /now } }\n  - expect_state: { portfolio: depot, body: { /cash: 1 } }\n',
      /^it\.yaml:4:\d+ \/steps\/1\/expect_state\/portfolio: is a text: write \$\{depot\} for what it stands for$/,
    ],
    [
      'a since that is none',
      'name: x\nsteps:\n  - expect_event: { type: order.filled, since: 1 hour }\n',
      /since: is the number of an event, an instant like .*, or a duration like 1h$/,
    ],
    [
      'a range that is none',
      'name: x\nsteps:\n  - expect_event: { type: order.filled, data: { /fill/price: { range: 5 } } }\n',
      /range: must be a list of two$/,
    ],
    ['no JSON', 'name: "x', /^it\.yaml:1:\d+ begins with a quote that is never closed/],
    [
      'a name that every run has',
      'name: x\nsteps:\n  - fault: { kind: stale_prices }\n    as: now\n',
      'it.yaml:4:5 /steps/0/as: ${now} is there in every run; choose another name',
    ],
    [
      'a use within the same parallel',
      `name: x\nsteps:\n  - parallel:\n      - request: { method: GET, path: /a, save: { a: /a } }\n      - request: { method: GET, path: '/\${a}' }\n`,
      /^it\.yaml:5:\d+ \/steps\/0\/parallel\/1\/request\/path: nothing before this saves \$\{a\}/,
    ],
    [
      'something else than requests at once',
      'name: x\nsteps:\n  - parallel: [{ advance: 1h }, { advance: 2h }]\n',
      /can contain only requests, but this is advance/,
    ],
  ])('%s', proves('K33', 'K32'), (_what, text, line) => {
    expect(faultsOf({ 'it.yaml': text })).toEqual([typeof line === 'string' ? line : expect.stringMatching(line)]);
  });

  it('that is a folder, a pipe, or not there', proves('K33'), () => {
    const root = folderOf({ 'folder/x': '' });
    execFileSync('mkfifo', [join(root, 'pipe')]);
    expect(load(root, 'folder')).toEqual(['folder:1:1 is a folder, not a file']);
    expect(load(root, 'pipe')).toEqual(['pipe:1:1 is not a plain file']);
    expect(load(root, 'nope.yaml')).toEqual(['nope.yaml:1:1 does not exist']);
  });

  it('with all of its issues at once, in their order', () => {
    expect(
      faultsOf({ 'it.yaml': 'nam: x\nsteps:\n  - advance: soon\n  - end_fault: 3\nclock: today\n' }).map(
        (line) => line.split(' ')[1],
      ),
    ).toEqual(['/name:', '/nam:', '/steps/0/advance:', '/steps/1/end_fault:', '/clock:']);
  });
});

describe('variables', () => {
  it('have values of their own type, in the world and in steps, and may use each other', proves('K21'), () => {
    const { scenario } = loaded({
      'it.yaml': `name: x
variables: { cash: 5000, who: 'depot-\${cash}', isin: DE0007164600 }
world: { portfolios: [{ form: B, as: depot, request: { external_id: '\${who}', currency: EUR, tax_wrapper: Depot, cash: '\${cash}', targets: [{ isin: '\${isin}', weight: 1 }] } }] }
steps: [{ advance: 1h, title: 'plain $\${cash}' }]
`,
    });
    expect(scenario.world.portfolios[0]?.request).toMatchObject({ external_id: 'depot-5000', cash: 5000 });
    expect(scenario.steps).toEqual([{ advance: '1h', title: 'plain $${cash}' }]);
  });

  it('may be varied, like any value of the file, and the result is validated', proves('K21'), () => {
    const text = `name: x\nvariables: { long: 1h }\nsteps: [{ advance: '\${long}' }]\n`;
    const vary = (values: Record<string, string | number>) => {
      const root = folderOf({ 'it.yaml': text });
      const result = loadScenario(join(root, 'it.yaml'), root, values);
      return result.ok ? result.loaded.scenario : result.faults.map(({ pointer, issue }) => `${pointer}: ${issue}`);
    };
    expect(vary({ long: '2h', '/seed': 7 })).toMatchObject({ seed: 7, steps: [{ advance: '2h' }] });
    expect(vary({ '/seed': 'x' })).toEqual(['/seed: must be a number']);
    expect(vary({ lnog: 1 })).toEqual([
      '/variables: there is no variable lnog to vary: it has long (did you mean long?)',
    ]);
    expect(vary({ '/steps/4/advance': '1h' })).toEqual(['/steps/4/advance: there is no /steps/4/advance to vary']);
  });
});

describe('included files', () => {
  const PART = 'variables: { long: 1h }\nsteps:\n  - advance: ${long}\n  - advance: 3h\n';

  it('replace the step that includes them, and have variables of their own', proves('K31'), () => {
    const { scenario, sources, stepPlace } = loaded({
      'it.yaml':
        'name: x\nsteps:\n  - include: parts/wait.yaml\n  - repeat: { times: 2, steps: [{ include: { file: parts/wait.yaml, with: { long: 2h } } }] }\n',
      'parts/wait.yaml': PART,
    });
    expect(scenario.steps.slice(0, 2)).toEqual([{ advance: '1h' }, { advance: '3h' }]);
    expect(scenario.steps[2]).toEqual({ repeat: { times: 2, steps: [{ advance: '2h' }, { advance: '3h' }] } });
    expect(sources.map((file) => file.split('/').slice(-1)[0])).toEqual(['it.yaml', 'wait.yaml']);
    const first = scenario.steps[0];
    expect(first && stepPlace(first)).toMatchObject({ line: 3, pointer: '/steps/0' });
  });

  it('may be scenarios, whose steps are used', proves('K31'), () => {
    const { scenario } = loaded({
      'it.yaml': 'name: x\nsteps: [{ include: other.yaml }]\n',
      'other.yaml': `name: other\n${WAIT}`,
    });
    expect(scenario.steps).toEqual([{ advance: '1h' }]);
  });

  it('report their issues at their own places, once', proves('K31'), () => {
    const files = {
      'it.yaml': 'name: x\nsteps: [{ include: a.yaml }, { include: a.yaml }]\n',
      'a.yaml': 'steps:\n  - advance: soon\n',
    };
    expect(faultsOf(files)).toEqual([expect.stringMatching(/^a\.yaml:2:5 \/steps\/0\/advance: /)]);
  });

  it.each([
    [
      'themselves, in whatever round',
      {
        'it.yaml': 'name: x\nsteps: [{ include: a.yaml }]\n',
        'a.yaml': 'steps: [{ include: b.yaml }]\n',
        'b.yaml': 'steps: [{ include: a.yaml }]\n',
      },
      'b.yaml:1:11 /steps/0/include: includes itself: a.yaml → b.yaml → a.yaml',
    ],
    [
      'the scenario again',
      { 'it.yaml': 'name: x\nsteps: [{ include: it.yaml }]\n' },
      'it.yaml:2:11 /steps/0/include: includes itself: it.yaml → it.yaml',
    ],
    [
      'what is outside the project',
      { 'it.yaml': 'name: x\nsteps: [{ include: ../../etc/passwd }]\n' },
      'it.yaml:2:11 /steps/0/include: ../../etc/passwd is outside the project',
    ],
    [
      'what is not there',
      { 'it.yaml': 'name: x\nsteps: [{ include: { file: nope.yaml } }]\n' },
      'it.yaml:2:22 /steps/0/include/file: nope.yaml does not exist',
    ],
    [
      'a folder',
      { 'it.yaml': 'name: x\nsteps: [{ include: parts }]\n', 'parts/a': '' },
      'it.yaml:2:11 /steps/0/include: parts is a folder, not a file',
    ],
    [
      'with a variable that there is not',
      { 'it.yaml': 'name: x\nsteps: [{ include: { file: a.yaml, with: { lnog: 1h } } }]\n', 'a.yaml': PART },
      'it.yaml:2:44 /steps/0/include/with/lnog: is not a variable of a.yaml: it has long (did you mean long?)',
    ],
  ])('cannot be %s', proves('K31', 'K33'), (_what, files, line) => {
    expect(faultsOf(files)).toEqual([line]);
  });

  it('cannot be reached by a link that leaves the project, nor nest without end', {
    ...proves('K31'),
    tags: ['deep'],
  }, () => {
    const root = folderOf({ 'it.yaml': 'name: x\nsteps: [{ include: link.yaml }]\n' });
    symlinkSync('/etc/hostname', join(root, 'link.yaml'));
    expect(load(root, 'it.yaml')).toEqual(['it.yaml:2:11 /steps/0/include: link.yaml is outside the project']);
    const chain = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`${index}.yaml`, `steps: [{ include: ${index + 1}.yaml }]\n`]),
    );
    expect(faultsOf({ ...chain, 'it.yaml': 'name: x\nsteps: [{ include: 0.yaml }]\n' })[0]).toContain(
      'files include each other more than 16 deep: it.yaml → 0.yaml',
    );
    const tree = Object.fromEntries(
      Array.from({ length: 14 }, (_, index) => [
        `${index}.yaml`,
        `steps: [${Array(8).fill(`{ include: ${index + 1}.yaml }`)}]\n`,
      ]),
    );
    expect(faultsOf({ ...tree, '14.yaml': WAIT, 'it.yaml': 'name: x\nsteps: [{ include: 0.yaml }]\n' })[0]).toContain(
      'there are more than 100000 steps',
    );
  });
});

function faultsOf(files: Readonly<Record<string, string | Buffer>>): string[] {
  return load(folderOf(files), 'it.yaml');
}

function load(root: string, file: string): string[] {
  const result = loadScenario(join(root, file), root);
  return result.ok ? [] : result.faults.map((fault) => describeFault(fault).replaceAll(`${root}/`, ''));
}

function loaded(files: Readonly<Record<string, string>>) {
  const root = folderOf(files);
  const result = loadScenario(join(root, 'it.yaml'), root);
  if (!result.ok) throw new Error(result.faults.map(describeFault).join('\n'));
  return result.loaded;
}
