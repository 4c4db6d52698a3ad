/**
 * JSON Schemas of scenario files, files of steps, world, lab, explore and configuration files (2020-12), generated from
 * the schemas that validate them: for completion and checks in editors. They leave out issues that only a run can find.
 */
import { z } from 'zod';
import { replayReport } from '../control/scenarios/replay-report.ts';
import { evenTuple } from '../fields/even-tuples.ts';
import { sayByPattern, sayPortably } from '../fields/plain-formats.ts';
import { type BodyOfRequest, bodyCondition, controlBodies, hintOf, serviceBodies } from './body-conditions.ts';
import { configFile } from './config-file.ts';
import { exploreFile } from './explore-file.ts';
import { labFile } from './lab-file.ts';
import { scenarioFile, stepsFile } from './scenario-file.ts';
import { STEP_SCHEMAS, stepConditions } from './scenario-step.ts';
import { worldFile } from './world-file.ts';

type EditorSchema = Record<string, unknown>;

/** Schema of scenarios, and of the files of steps that they include. */
export function scenarioJsonSchema(): EditorSchema {
  const scenario = translate(scenarioFile);
  const steps = translate(stepsFile);
  const kinds = Object.values(STEP_SCHEMAS).map(translate);
  const definitions = [scenario, steps, ...kinds].reduce<EditorSchema>(
    (all, { $defs }) => Object.assign(all, $defs),
    {},
  );
  const { properties: common } = translate(stepConditions).schema as { properties: EditorSchema };
  const ownDefinitions = Object.fromEntries([
    ...[scenario, steps].map(({ name, schema }) => [name, schema] as const),
    ...kinds.map(
      ({ name, schema }) =>
        [name, { ...schema, properties: { ...(schema.properties as EditorSchema), ...common } }] as const,
    ),
  ]);
  const stepNames = kinds.map(({ name }) => ({ $ref: `#/$defs/${name}` }));
  const schema = withReferences({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Scenario of Ballast',
    description: 'A scenario, or steps that scenarios can include.',
    // A scenario has a name; a file without one is validated as steps, so that its issues are relevant.
    if: { type: 'object', properties: { name: true }, required: ['name'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, and nothing that anybody awaits.
    then: { $ref: '#/$defs/ScenarioFile' },
    else: { $ref: '#/$defs/StepsFile' },
    $defs: sorted({
      ...definitions,
      ...ownDefinitions,
      ScenarioStep: { description: 'A step; its kind is given by the keyword that it has.', anyOf: stepNames },
    }),
  });
  return withBodies(schema);
}

const BODIES = 'RequestBodies';

/** Adds the bodies of all operations to requests and calls of the control plane. */
function withBodies(schema: EditorSchema): EditorSchema {
  const [service, control] = [serviceBodies(), controlBodies()];
  const translated = new Map([...service, ...control].map(({ body }) => [body, translate(body)]));
  const place = `#/$defs/${BODIES}/$defs/`;
  const hints = [...translated.values()].flatMap(({ $defs }) =>
    Object.entries($defs).map(([name, one]) => [name, hintOf(one as EditorSchema, place)] as const),
  );
  const conditions = (all: readonly BodyOfRequest[]) =>
    all.map((each) => bodyCondition(each, { $ref: place + translated.get(each.body)?.name }));
  const { $defs, ...rest } = schema as { $defs: Readonly<Record<string, EditorSchema>> };
  const bodies = {
    description: 'Members of request bodies, for completion in editors; nothing is rejected by them.',
    $defs: sorted(Object.fromEntries(hints)),
  };
  const withBody = (name: string, all: readonly BodyOfRequest[]) => {
    const { properties, ...more } = $defs[name] as { properties: EditorSchema };
    // Any JSON; a list of all its types would be offered together with the members of the body.
    const body = { description: 'Body, sent as JSON.' };
    return { [name]: { ...more, properties: { ...properties, body }, allOf: conditions(all) } };
  };
  const requests = { ...withBody('ScenarioRequest', service), ...withBody('ControlRequest', control) };
  return { ...rest, $defs: sorted({ ...$defs, ...requests, [BODIES]: bodies }) };
}

export function worldJsonSchema(): EditorSchema {
  return fileJsonSchema('World of Ballast', worldFile);
}

export function labJsonSchema(): EditorSchema {
  return fileJsonSchema('Lab run of Ballast', labFile);
}

function exploreJsonSchema(): EditorSchema {
  return fileJsonSchema('Exploration of Ballast', exploreFile);
}

function configJsonSchema(): EditorSchema {
  return fileJsonSchema('Settings of Ballast', configFile);
}

function fileJsonSchema(title: string, file: z.ZodType): EditorSchema {
  const { name, schema, $defs } = translate(file);
  delete $defs[name];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    ...schema,
    ...(Object.keys($defs).length === 0 ? {} : { $defs: sorted($defs) }),
  };
}

/** Schema of the output of `ballast replay --json`; docs/replay-report.schema.json contains it. */
export function replayReportJsonSchema(): EditorSchema {
  return { ...z.toJSONSchema(replayReport, { override: ({ jsonSchema }) => tidy(jsonSchema) }) };
}

/** One file for each, next to the files that it describes. */
export const SCHEMA_FILES = {
  'scenario.schema.json': scenarioJsonSchema,
  'world.schema.json': worldJsonSchema,
  'lab.schema.json': labJsonSchema,
  'explore.schema.json': exploreJsonSchema,
  'config.schema.json': configJsonSchema,
} as const;

/** The text of a schema in its file. */
export function schemaText(schema: EditorSchema): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function translate(schema: z.ZodType): {
  readonly name: string;
  readonly schema: EditorSchema;
  readonly $defs: EditorSchema;
} {
  const {
    $schema: _version,
    $defs,
    ...own
  } = z.toJSONSchema(schema, {
    io: 'input',
    // Nested steps are validated by their kind; the schema contains a reference instead.
    unrepresentable: 'any',
    override: ({ jsonSchema }) => tidy(jsonSchema),
  }) as EditorSchema & { $schema?: string; $defs?: EditorSchema };
  const name = z.globalRegistry.get(schema)?.id ?? '';
  const definitions = withoutDetours({ [name]: own, ...$defs });
  return { name, schema: definitions[name] as EditorSchema, $defs: definitions };
}

/** Removes definitions that only refer to another one, which result from schemas that contain themselves. */
function withoutDetours(definitions: EditorSchema): EditorSchema {
  let text = JSON.stringify(definitions);
  for (const [name, definition] of Object.entries(definitions)) {
    const { $ref, ...more } = definition as EditorSchema;
    if (typeof $ref === 'string' && $ref !== `#/$defs/${name}` && Object.keys(more).length === 0)
      text = text.replaceAll(`"#/$defs/${name}"`, JSON.stringify($ref));
  }
  const direct = Object.entries(JSON.parse(text) as EditorSchema);
  return Object.fromEntries(direct.filter(([name]) => !name.startsWith('__schema')));
}

/** Bounds that apply to every whole number anyway would hide the intended ones. */
function tidy(schema: EditorSchema): void {
  sayByPattern(schema);
  sayPortably(schema);
  evenTuple(schema);
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function sorted(schemas: EditorSchema): EditorSchema {
  const entries = Object.entries(schemas).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries);
}

const REFERENCE = {
  description: 'A text that refers to a name, such as `${name}`.',
  type: 'string',
  pattern: '\\$\\{',
};

/** Allows a reference to a named value wherever a value other than free text is expected. */
function withReferences(schema: EditorSchema): EditorSchema {
  const { $defs, ...rest } = schema;
  const opened = Object.entries($defs as EditorSchema).map(([name, one]) => [name, openUp(one)]);
  return { ...rest, $defs: { ...Object.fromEntries(opened), Reference: REFERENCE } };
}

function openUp(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(openUp);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (keyword === 'properties') {
        return [
          keyword,
          Object.fromEntries(Object.entries(value as EditorSchema).map(([name, one]) => [name, orReference(one)])),
        ];
      }
      return [
        keyword,
        keyword === 'additionalProperties' || keyword === 'items' || keyword === 'prefixItems'
          ? orReferences(value)
          : openUp(value),
      ];
    }),
  );
}

function orReferences(schema: unknown): unknown {
  return Array.isArray(schema) ? schema.map(orReference) : orReference(schema);
}

function orReference(schema: unknown): unknown {
  const opened = openUp(schema);
  if (!isNarrow(schema)) return opened;
  const { description, ...narrow } = opened as EditorSchema;
  return { ...(description === undefined ? {} : { description }), anyOf: [narrow, { $ref: '#/$defs/Reference' }] };
}

/** Whether a schema excludes references. A constant (`const`) that identifies its object must be literal. */
function isNarrow(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null || 'const' in schema) return false;
  const { type, anyOf } = schema as { type?: unknown; anyOf?: unknown[] };
  if (Array.isArray(anyOf)) return anyOf.every(isNarrow);
  if (type !== 'string') return '$ref' in schema || 'oneOf' in schema || 'enum' in schema || type !== undefined;
  return ['pattern', 'format', 'enum', 'maxLength'].some((keyword) => keyword in schema);
}
