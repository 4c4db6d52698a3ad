/**
 * Tests the JSON Schemas for editors: they match the validating schemas, and an independent validator has the same
 * results.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  labJsonSchema,
  replayReportJsonSchema,
  SCHEMA_FILES,
  scenarioJsonSchema,
  schemaText,
  worldJsonSchema,
} from '../../../src-server/contract/scenario/scenario-schema.ts';
import { loadScenario } from '../../../src-server/runner/library/load-scenario.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { proves } from '../../conformance/proves.ts';
import { folderOf } from '../replay/play-text.ts';

const FIXTURES = join(packageRoot(), 'fixtures');
const STRICT = { strict: true, allowUnionTypes: true } as const;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const isScenario = ajv.compile(scenarioJsonSchema());
const isWorld = ajv.compile(worldJsonSchema());

function yamlFiles(folder: string): string[] {
  const files = readdirSync(join(FIXTURES, folder), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.yaml')).map((file) => join(folder, file));
}

describe('the JSON Schemas', () => {
  it.each([
    ['scenario.schema.json', scenarioJsonSchema],
    ['world.schema.json', worldJsonSchema],
    ['lab.schema.json', labJsonSchema],
    ['replay-report.schema.json', replayReportJsonSchema],
  ] as const)(
    'of %s are accepted by a strict validator, with formats and without',
    { ...proves('L106'), tags: ['deep'] },
    (_name, schema) => {
      const [bare, taught] = [new Ajv2020(STRICT), addFormats.default(new Ajv2020(STRICT))];
      expect(() => bare.compile(schema())).not.toThrow();
      expect(() => taught.compile(schema())).not.toThrow();
    },
  );

  it('refuse an instant without a zone, by its pattern', proves('L106'), () => {
    expect(isScenario({ name: 'x', clock: '2026-03-02T09:30:00Z', steps: [{ advance: '1h' }] })).toBe(true);
    expect(isScenario({ name: 'x', clock: '2026-03-02T09:30:00', steps: [{ advance: '1h' }] })).toBe(false);
  });

  it.each(Object.entries(SCHEMA_FILES))(
    'of %s is up to date (node test/scenario/write-schemas.ts writes it)',
    proves('K35'),
    (file, schema) => {
      expect(readFileSync(join(FIXTURES, file), 'utf8')).toBe(schemaText(schema()));
    },
  );

  it('describe every field that a scenario or a step has', () => {
    const { $defs } = scenarioJsonSchema() as { $defs: Record<string, Described> };
    const bare = Object.entries($defs)
      .filter(([name]) => /Step$|^Scenario|^StepsFile$|^Matcher$|^ExpectedAnswer$/.test(name))
      .flatMap(([name, schema]) => undescribed(schema, name));
    expect(bare).toEqual([]);
  });

  it.each(yamlFiles('scenarios'))('accept %s, which names its schema', proves('K35'), (file) => {
    const text = readFileSync(join(FIXTURES, file), 'utf8');
    expect(isScenario(parse(text)), JSON.stringify(isScenario.errors?.slice(-3))).toBe(true);
    const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
    expect(join(FIXTURES, file, '..', schema)).toBe(join(FIXTURES, 'scenario.schema.json'));
  });

  it.each(yamlFiles('worlds'))('accept %s', (file) => {
    expect(isWorld(parse(readFileSync(join(FIXTURES, file), 'utf8')))).toBe(true);
  });

  it.each([
    'name: x\nsteps: []',
    'name: x\nstep: [{ advance: 1h }]',
    'name: x\nsteps: [{ advnce: 1h }]',
    'name: x\nsteps: [{ advance: 1h, tilte: y }]',
    'name: x\nsteps: [{ request: { method: FETCH, path: / } }]',
    'name: x\nsteps: [{ request: { path: / } }]',
    'name: x\nsteps: [{ fault: { kind: exchange_slow, added_ms: soon } }]',
    'name: x\nsteps: [{ repeat: { times: -1, steps: [{ advance: 1h }] } }]',
    'name: x\nsteps: [{ repeat: { times: 1, steps: [{ advnce: 1h }] } }]',
    'name: x\nsteps: [{ expect_event: { type: order.filled, data: { /a: { grater: 1 } } } }]',
    'name: x\nseed: -1\nsteps: [{ advance: 1h }]',
    'steps: [{ advance: 1h }]\nworld: { portfolio: [] }\nname: x',
  ])('refuse what the validating schemas refuse: %j', proves('K35'), (text) => {
    const root = folderOf({ 'it.yaml': text });
    expect(loadScenario(join(root, 'it.yaml'), root).ok).toBe(false);
    expect(isScenario(parse(text))).toBe(false);
  });

  it.each([
    'name: x\nsteps: [{ fault: { kind: exchange_slow, added_ms: "${slow}" } }]\nvariables: { slow: 5 }',
    'name: x\nsteps: [{ repeat: { times: "${n}", steps: [{ advance: "${now}" }] } }]\nvariables: { n: 2 }',
    'name: x\nsteps: [{ expect_event: { type: order.filled, count: "${seed}" } }]',
  ])('accept a reference wherever a number or word belongs: %j', proves('K35'), (text) => {
    const root = folderOf({ 'it.yaml': text });
    expect(loadScenario(join(root, 'it.yaml'), root)).toMatchObject({ ok: true });
    expect(isScenario(parse(text))).toBe(true);
  });
});

interface Described {
  readonly description?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly anyOf?: readonly Described[];
}

/** Fields without a description, by path; referenced schemas are described at their definition. */
function undescribed({ properties = {}, items, anyOf = [] }: Described, path: string): string[] {
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const isDescribed = [field, ...(field.anyOf ?? [])].some((one) => one.description !== undefined || '$ref' in one);
    return [...(isDescribed ? [] : [`${path}/${name}`]), ...undescribed(field, `${path}/${name}`)];
  });
  return [
    ...own,
    ...(items === undefined ? [] : undescribed(items, path)),
    ...anyOf.flatMap((one) => undescribed(one, path)),
  ];
}
