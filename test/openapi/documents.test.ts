/** The documents describe everything and have an example of it, and all of that is true. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_NAMES, type DocumentName } from '../../src-server/contract/openapi/bases.ts';
import { buildDocument, type OpenApiDocument } from '../../src-server/contract/openapi/build-document.ts';
import { DOCUMENTS } from '../../src-server/contract/openapi/documents.ts';
import { exampleOf, examples } from '../../src-server/contract/openapi/examples.ts';
import { WEBHOOK_TYPES } from '../../src-server/domain/webhook-choices.ts';
import { proves } from '../conformance/proves.ts';
import { validatorOf } from '../support/documents/documented-responses.ts';
import { startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { collectExamples } from './collect-examples.ts';

/** A stream does not end, and a document is no example of itself. */
const WITHOUT_EXAMPLE = ['streamEvents', 'getOpenApiDocument'];
/** Values that depend on the host's clock, its random source or the version of the fixtures. */
const VARYING =
  /^(confirmation|duration_ms|elapsed_ms|jobs_per_second|trials_per_second|threads|received_at|startedDateTime|time|wait|secret|expected|signed_content|webhook-timestamp|webhook-signature|content-length|host|user-agent|hash|head|fixtures|versions|version|saved_at|bytes|sent_at|first_byte_ms|age_s|date|signature|created|expires|admin_token)$/;

let server: TestServer;

beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

test.each(DOCUMENT_NAMES)('%s describes the entries of every list', proves('L106'), (name) => {
  const bare = [...everyPart(build(name))]
    .filter(
      ([pointer, part]) => part.type === 'array' && typeof part.items !== 'object' && !pointer.includes('/example'),
    )
    .map(([pointer]) => pointer);
  expect(bare).toEqual([]);
});

type Part = Readonly<Record<string, unknown>>;

function build(name: DocumentName): OpenApiDocument {
  return buildDocument(name, { origin: 'http://127.0.0.1:4710', version: '1.0.0' });
}

/** Every object of a document with its JSON pointer. */
function* everyPart(part: unknown, pointer = ''): Generator<readonly [string, Part]> {
  if (typeof part !== 'object' || part === null) return;
  yield [pointer, part as Part];
  for (const [key, member] of Object.entries(part)) {
    if (key !== 'example' && key !== 'examples') yield* everyPart(member, `${pointer}/${key.replaceAll('/', '~1')}`);
  }
}

describe.each(DOCUMENT_NAMES)('%s', (name) => {
  const document = build(name);
  const parts = [...everyPart(document)];

  test('describes every property', () => {
    const bare = parts
      .filter(([pointer]) => /\/properties\/[^/]+$/.test(pointer))
      .filter(([, part]) => typeof part.description !== 'string' && !('$ref' in part))
      .map(([pointer]) => pointer);
    expect(bare).toEqual([]);
  });

  test('describes every component', () => {
    const { schemas } = document.components as { schemas: Readonly<Record<string, Part>> };
    const bare = Object.entries(schemas).filter(([, schema]) => typeof schema.description !== 'string');
    expect(bare.map(([id]) => id)).toEqual([]);
  });

  test('has no object that allows unnamed members, except maps, the document itself and foreign archives', () => {
    const open = parts
      .filter(([, part]) => part.type === 'object' && part.properties !== undefined)
      .filter(
        ([pointer, part]) => part.additionalProperties !== false && !/OpenApiDocument|ForeignArchive/.test(pointer),
      )
      .map(([pointer]) => pointer);
    expect(open).toEqual([]);
  });

  test('states the defaults of bodies in text, because generators make a member with the keyword required', () => {
    const bodies = parts.filter(
      ([pointer]) => !pointer.includes('/parameters/') && !/\/(?:properties|responses)$/.test(pointer),
    );
    expect(bodies.filter(([, part]) => 'default' in part).map(([pointer]) => pointer)).toEqual([]);
    expect(parts.some(([, part]) => String(part.description).includes('Default: `'))).toBe(true);
  });

  test('has no broken reference', () => {
    const pointers = new Set(parts.map(([pointer]) => pointer));
    const dangling = parts.flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref.slice(1)] : []));
    expect(dangling.filter((pointer) => !pointers.has(pointer))).toEqual([]);
  });

  test('has an example of every operation', () => {
    const ids = DOCUMENTS[name].operations.map(({ id }) => id).filter((id) => !WITHOUT_EXAMPLE.includes(id));
    expect(ids.filter((id) => exampleOf(name, id) === undefined)).toEqual([]);
  });

  test('has examples that match their own schemas', () => {
    const shown = parts.filter(([, part]) => part.example !== undefined && part.schema !== undefined);
    const wrong = shown.flatMap(([pointer, part]) => {
      const validate = validatorOf(name, `${pointer}/schema`);
      return validate(part.example) ? [] : [`${pointer}: ${JSON.stringify(validate.errors)}`];
    });
    expect(wrong).toEqual([]);
    expect(shown.length).toBeGreaterThan(15);
  });

  test('names the decision of every operation', () => {
    const silent = DOCUMENTS[name].operations.filter(({ source }) => !/(specification|decision)s? \w/.test(source));
    expect(silent).toEqual([]);
  });

  test('is served without a key, with the address of the request', proves('L29'), async () => {
    const { origin } = new URL(server.ballast.baseUrl);
    const response = await fetch(`${origin}${DOCUMENTS[name].basePath}/openapi.json`);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-request-id')).toMatch(/^rq_/);
    const served = (await response.json()) as OpenApiDocument & { info: { version: string } };
    expect(served.servers).toEqual([{ url: `${origin}${DOCUMENTS[name].basePath}`, description: 'This server.' }]);
    expect(served).toEqual(JSON.parse(JSON.stringify(buildDocument(name, { origin, version: served.info.version }))));
  });
});

interface ReadOperation {
  readonly parameters?: readonly { readonly name: string; readonly schema: { readonly maximum?: number } }[];
}

/**
 * Operations of the control plane that take a `limit`, with their path and the largest one. Runs and portfolios belong
 * to the server that made them; test/api/control (run-history, cash-flows, bad-bulk-rebalances) covers those.
 */
const limited = DOCUMENTS.control.operations
  .filter(
    ({ method, query, path }) =>
      method === 'get' && query !== undefined && !/^\/(scenario-runs|portfolios|bulk-rebalances)\//.test(path),
  )
  .flatMap(({ id, path }) => {
    const operation = build('control').paths[path]?.get as ReadOperation | undefined;
    const largest = operation?.parameters?.find(({ name }) => name === 'limit')?.schema.maximum;
    return largest === undefined ? [] : [[id, path, largest] as const];
  });

test.each(limited)('%s takes a limit up to the documented maximum, and no more', async (id, path, largest) => {
  const example = exampleOf('control', id);
  const address = path.replace(/\{(\w+)\}/g, (_all, name: string) => example?.parameters[name] ?? '');
  const ask = async (limit: number) => {
    const query = new URLSearchParams({ ...example?.query, limit: String(limit) });
    return (await server.sim.get(`${address}?${query}`)).status;
  };
  expect([await ask(largest), await ask(largest + 1), await ask(0)]).toEqual([200, 400, 400]);
});

test('every type of event is a webhook with an example; Form A has no plans, so it lacks some', () => {
  expect(Object.keys(build('form-b').webhooks as object)).toEqual([...WEBHOOK_TYPES]);
  expect(Object.keys(build('form-a').webhooks as object)).not.toContain('rebalance.created');
  expect(Object.keys(examples.webhooks).sort()).toEqual([...WEBHOOK_TYPES].sort());
});

test('every error of the specification has an example', () => {
  expect(Object.keys(examples.errors)).toHaveLength(8);
});

test('the examples are the server’s responses of today; if not: node test/openapi/record-examples.ts', {
  tags: ['deep'],
}, async () => {
  expect(masked(examples)).toEqual(masked(await collectExamples()));
});

function masked(part: unknown): unknown {
  return JSON.parse(JSON.stringify(part, (key, value: unknown) => (VARYING.test(key) ? '…' : value)));
}
