/** Whether the texts of the documents and of the schemas of files are sentences. */
import { expect, test } from 'vitest';
import { DOCUMENT_NAMES } from '../../src-server/contract/openapi/bases.ts';
import { buildDocument } from '../../src-server/contract/openapi/build-document.ts';
import {
  labJsonSchema,
  replayReportJsonSchema,
  scenarioJsonSchema,
  worldJsonSchema,
} from '../../src-server/contract/scenario/scenario-schema.ts';

const documents = DOCUMENT_NAMES.map((name) => [
  name,
  () => buildDocument(name, { origin: 'http://127.0.0.1:4710', version: '1.0.0' }),
]) satisfies [string, () => unknown][];
const schemas = [
  ['a scenario', scenarioJsonSchema],
  ['a world', worldJsonSchema],
  ['a lab run', labJsonSchema],
  ['a report', replayReportJsonSchema],
] satisfies [string, () => unknown][];

test.each([...documents, ...schemas])(
  'every description of %s begins with a capital or code and ends with a full stop, and no summary does',
  (_name, build) => {
    const texts = [...textsOf(build())];
    const descriptions = texts.filter(([key]) => key === 'description').map(([, text]) => text);
    const summaries = texts.filter(([key]) => key === 'summary').map(([, text]) => text);
    expect(descriptions.length).toBeGreaterThan(50);
    expect(descriptions.filter((text) => !/^[\p{Lu}`|Δ]/u.test(text) || !text.endsWith('.'))).toEqual([]);
    expect(summaries.filter((text) => !/^\p{Lu}/u.test(text) || text.endsWith('.'))).toEqual([]);
  },
);

/** Every text that describes something, with its keyword; examples and properties of those names do not. */
function* textsOf(part: unknown): Generator<[string, string]> {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, member] of Object.entries(part)) {
    if (key === 'example' || key === 'examples') continue;
    if (typeof member === 'string' && (key === 'description' || key === 'summary')) yield [key, member];
    else yield* textsOf(member);
  }
}
