/**
 * Tests the schemas of files in an editor: a YAML language server offers every step, event and member of a body,
 * describes each, and reports nothing in any file that comes with Ballast (decision K138).
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type BodyOfRequest,
  controlBodies,
  serviceBodies,
} from '../../src-server/contract/scenario/body-conditions.ts';
import { STATE_VIEWS } from '../../src-server/contract/scenario/scenario-check-steps.ts';
import { STEP_KINDS } from '../../src-server/contract/scenario/scenario-step.ts';
import { EVENT_TYPES } from '../../src-server/domain/events/event-catalogue.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';
import { type LanguageServer, startLanguageServer } from './language-server.ts';

const root = packageRoot();
const SCHEMA = join(root, 'fixtures/scenario.schema.json');
let editor: LanguageServer;
beforeAll(async () => {
  editor = await startLanguageServer(SCHEMA);
});
afterAll(() => editor.end());

const missing = (names: readonly string[], offered: readonly string[]) =>
  names.filter((name) => !offered.includes(name));

describe('an editor offers', () => {
  test('every kind of step', proves('K138.1'), async () => {
    const offered = await editor.complete('name: x\nsteps:\n  - |\n');
    expect(missing([...STEP_KINDS, 'title', 'if', 'skip'], offered)).toEqual([]);
    expect(missing([...STEP_KINDS], await editor.complete('steps:\n  - advance: 1h\n  - |\n'))).toEqual([]);
  });

  test.each([
    'steps:\n  - expect_event:\n      type: |\n',
    'steps:\n  - until:\n      event: |\n',
    'steps:\n  - expect_events:\n      - |\n',
    'steps:\n  - expect_events:\n      - event: |\n',
    'steps:\n  - expect_events:\n      - never: |\n',
    'always:\n  - event: |\nsteps: []\n',
    'always:\n  - never: |\nsteps: []\n',
    'eventually:\n  - event: |\nsteps: []\n',
    'eventually:\n  - event: order.sent\n    after:\n      event: |\nsteps: []\n',
  ])('every type of event in %j', proves('K138.1'), async (text) => {
    expect(missing(EVENT_TYPES, await editor.complete(`name: x\n${text}`))).toEqual([]);
  });

  test('every view of the control plane', proves('K138.1'), async () => {
    const offered = await editor.complete('name: x\nsteps:\n  - expect_state:\n      |\n');
    expect(missing(Object.keys(STATE_VIEWS), offered)).toEqual([]);
  });

  const services = serviceBodies().flatMap((each) => (each.forms ?? []).map((form) => ({ ...each, form })));
  test.each([...services, ...controlBodies().map((each) => ({ ...each, form: null }))])(
    'the members of the body of $form $method $path',
    proves('K138.2'),
    async (each) => {
      const members = membersOf(each.body);
      expect(members.length).toBeGreaterThan(0);
      expect(
        missing(members, await editor.complete(`name: x\nsteps:\n${stepOf(each, each.form)}      body:\n        |\n`)),
      ).toEqual([]);
    },
  );

  test.each(['${depot}', '${depots/0}', 'pf_1', 'pf_1/rebalance?dry=1', 'de${pot}'])(
    'the members of a body where the path has %s',
    proves('K138.2'),
    async (id) => {
      const path = id.includes('?') ? `/portfolios/${id}` : `/portfolios/${id}/rebalance`;
      const text = `name: x\nsteps:\n  - request:\n      method: POST\n      path: '${path}'\n      body:\n        |\n`;
      expect(await editor.complete(text)).toContain('target_weights');
    },
  );

  test('a body to requests of parallel steps, and none where no operation has one', proves('K138.2'), async () => {
    const at = (path: string) => `method: POST\n          path: ${path}\n          body:\n            |\n`;
    const within = (request: string) => `name: x\nsteps:\n  - parallel:\n    - request:\n          ${request}`;
    expect(await editor.complete(within(at('/rebalance')))).toContain('simulation');
    expect(await editor.complete(within(at('/no/such/path')))).toEqual([]);
  });

  test('values of members, and the members of one kind only', proves('K138.2'), async () => {
    const fault = 'name: x\nsteps:\n  - control:\n      method: POST\n      path: /faults\n      body:\n';
    expect(await editor.complete(`${fault}        kind: |\n`)).toContain('exchange_slow');
    const members = await editor.complete(`${fault}        kind: exchange_slow\n        |\n`);
    expect(members).toContain('added_ms');
    expect(members).not.toContain('fill_share');
  });
});

describe('an editor describes', () => {
  const plan = 'name: x\nsteps:\n  - request:\n      form: B\n      method: POST\n      path: /rebalance\n      body: ';
  test.each([
    ['a step', 'name: x\nsteps:\n  - exp|ect_event: { type: order.filled }\n', 'Entries of the event log.'],
    ['a member of a body', `${plan}{ portfolio_id: x, simu|lation: true }\n`, 'a dry run'],
    ['a member of a body that lacks another', `${plan}{ simu|lation: true }\n`, 'a dry run'],
    ['a member with a value of another type', `${plan}{ simu|lation: 12 }\n`, 'a dry run'],
    ['a member with a reference', `${plan}{ simu|lation: '\${dry}' }\n`, 'a dry run'],
    [
      'an entry of a list',
      'name: x\nsteps:\n  - control:\n      method: POST\n      path: /portfolios/x/targets\n      body: { targets: [{ is|in: y }] }\n',
      'ISIN',
    ],
  ])('%s', proves('K138.1', 'K138.2'), async (_what, text, description) => {
    expect(await editor.hover(text)).toContain(description);
  });
});

describe('an editor reports', () => {
  const at = (name: string) => join(root, 'fixtures/scenarios/parts', name);
  test('a step that does not exist', proves('K138.1'), async () => {
    const found = await editor.diagnose(at('bad.yaml'), 'name: x\nsteps:\n  - advnce: 1h\n');
    expect(found.map(({ message }) => message)).toContain('Property advnce is not allowed.');
  });

  test.each(['{}', '[]', 'null', "'text'", '12', '{ nothing: 1 }', '{ confirm: 12 }', '{ kind: [] }'])(
    'nothing in a body, which may be wrong on purpose: %s',
    proves('K138.3'),
    async (body) => {
      const steps = [...serviceBodies(), ...controlBodies()].map(
        (each) => `${stepOf(each, each.forms?.[0] ?? null)}      body: ${body}\n    expect: { status: 400 }\n`,
      );
      expect(await editor.diagnose(at('wrong.yaml'), `name: x\nsteps:\n${steps.join('')}`)).toEqual([]);
    },
  );

  const files = globSync('{fixtures,docs}/**/*.yaml', { cwd: root, exclude: (path) => path === 'node_modules' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /^# yaml-language-server: /.test(readFileSync(join(root, path), 'utf8')))
    .sort();
  const diagnoseAll = async (paths: readonly string[]) => {
    const found: string[] = [];
    for (const path of paths) {
      const diagnostics = await editor.diagnose(join(root, path), readFileSync(join(root, path), 'utf8'));
      found.push(...diagnostics.map(({ message, range }) => `${path}:${range.start.line + 1}: ${message}`));
    }
    return found;
  };
  test('nothing in files that come with Ballast, with the schema that they name', {
    tags: ['deep'],
    ...proves('K138.3'),
  }, async () => {
    expect(files.length).toBeGreaterThan(70);
    expect(await diagnoseAll(files)).toEqual([]);
  });

  test('nothing in some files', { ...proves('K138.3'), tags: ['deep'] }, async () => {
    const some = files.filter((path) => path.includes('/interface/') || path.includes('/parts/'));
    expect(some.length).toBeGreaterThan(5);
    expect(await diagnoseAll(some)).toEqual([]);
  });
});

/** A step up to its body. */
function stepOf({ forms, method, path }: BodyOfRequest, form: string | null): string {
  const fields = [
    ...(form === null || form === 'both' ? [] : [`form: ${form}`]),
    `method: ${method}`,
    `path: '${path.replaceAll(/\{(\w+)\}/g, '${$1}')}'`,
  ];
  return `  - ${forms === null ? 'control' : 'request'}:\n${fields.map((field) => `      ${field}\n`).join('')}`;
}

/** The members of a body, or of all of its alternatives. */
function membersOf(body: z.ZodType): string[] {
  interface Schema {
    readonly $ref?: string;
    readonly properties?: object;
    readonly anyOf?: readonly Schema[];
    readonly oneOf?: readonly Schema[];
    readonly $defs?: Readonly<Record<string, Schema>>;
  }
  const whole = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema;
  const visit = ({ $ref, properties = {}, anyOf = [], oneOf = [] }: Schema): string[] => [
    ...Object.keys(properties),
    ...[...anyOf, ...oneOf].flatMap(visit),
    ...($ref === undefined ? [] : visit(whole.$defs?.[$ref.split('/').at(-1) ?? ''] ?? {})),
  ];
  return [...new Set(visit(whole))];
}
