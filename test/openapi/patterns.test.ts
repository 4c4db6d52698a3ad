/**
 * Every published pattern means the same in JavaScript, with and without the flag `u`, and in Python: all accept or
 * reject drawn texts alike, also with characters that languages classify differently.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { sayPortably } from '../../src-server/contract/fields/plain-formats.ts';
import { DOCUMENT_NAMES } from '../../src-server/contract/openapi/bases.ts';
import { buildDocument } from '../../src-server/contract/openapi/build-document.ts';
import { AGENT_TOOLS } from '../../src-server/runner/agents/agent-tools.ts';
import { wholeSchema } from '../../src-server/runner/agents/describe-tool.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';
import { fc } from '../support/draws.ts';

const root = packageRoot();
const FIRST_PATTERNS = 60;
/** A digit, a letter and spaces of other scripts, control characters, line breaks, and the characters of a path. */
const TRICKY = [
  '٣',
  'é',
  'ſ',
  'K',
  '\u0085',
  '\u001f',
  '\u00a0',
  '\ufeff',
  '\u2028',
  '\r',
  '\n',
  '',
  ' ',
  '.',
  '/',
  '\\',
  '0',
];
const SEARCH = `import json, re, sys
print(json.dumps([[bool(re.search(pattern, text)) for text in texts] for pattern, texts in json.load(sys.stdin)]))`;

function patternsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, member]) =>
    name === 'pattern' && typeof member === 'string' ? [member] : patternsIn(member),
  );
}

function published(): string[] {
  const settings = { origin: 'http://127.0.0.1:4710', version: '1.0.0' };
  const files = globSync(['fixtures/*.schema.json', 'docs/*.schema.json'], { cwd: root });
  const patterns = [
    ...DOCUMENT_NAMES.flatMap((name) => patternsIn(buildDocument(name, settings))),
    ...files.flatMap((file) => patternsIn(JSON.parse(readFileSync(join(root, file), 'utf8')))),
    ...AGENT_TOOLS.flatMap((tool) => patternsIn(wholeSchema(tool))),
  ];
  return [...new Set(patterns)];
}

/** No text ends with a line feed, before which Python's `$` matches. */
function textsFor(pattern: string): string[] {
  // Texts cannot be drawn from lookaheads: without them, some texts match and some do not.
  const drawn = fc.sample(
    fc.stringMatching(new RegExp(pattern.replaceAll(/\(\?![^()]*(?:\([^()]*\)[^()]*)*\)/g, ''))),
    {
      numRuns: 20,
      seed: 42,
    },
  );
  const changed = drawn.slice(0, 5).flatMap((text) => {
    const middle = Math.floor(text.length / 2);
    return TRICKY.flatMap((each) => [
      each + text,
      text.slice(0, middle) + each + text.slice(middle + 1),
      text.slice(0, -1) + each,
    ]);
  });
  return [...drawn, ...changed].filter((text) => !text.endsWith('\n') && text.isWellFormed());
}

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!hasPython && process.env.BALLAST_CI === undefined)(
  'JavaScript and Python accept and reject the same texts',
  proves('L130'),
  () => {
    const cases = published().map((pattern): [string, string[]] => [pattern, textsFor(pattern)]);
    expect(cases.length).toBeGreaterThan(FIRST_PATTERNS);
    const searched = spawnSync('python3', ['-c', SEARCH], { input: JSON.stringify(cases), encoding: 'utf8' });
    expect(searched.stderr).toBe('');
    const byPython = JSON.parse(searched.stdout) as boolean[][];
    const verdicts = cases.flatMap(([pattern, texts], index) =>
      texts.map((text, place) => ({
        pattern,
        text,
        python: byPython[index]?.[place],
        unicode: new RegExp(pattern, 'u').test(text),
        plain: new RegExp(pattern).test(text),
      })),
    );
    expect(verdicts.filter(({ python, unicode, plain }) => python !== unicode || plain !== unicode)).toEqual([]);
    for (const wanted of [true, false])
      expect(verdicts.filter(({ unicode }) => unicode === wanted).length).toBeGreaterThan(1000);
  },
);

test.each([
  [String.raw`^\d+\.[\d_]*$`, '^[0-9]+\\.[0-9_]*$'],
  [String.raw`^\w[\w.-]*$`, '^[A-Za-z0-9_][A-Za-z0-9_.-]*$'],
  [String.raw`^[^/\p{Cc}]+\p{Cc}$`, '^[^/\\x00-\\x1f\\x7f-\\x9f]+[\\x00-\\x1f\\x7f-\\x9f]$'],
  [String.raw`^\[\]\\d$`, String.raw`^\[\]\\d$`],
])('%s is published as %s', proves('L130'), (given, published) => {
  const schema = { pattern: given };
  sayPortably(schema);
  expect(schema.pattern).toBe(published);
});

test.each([String.raw`\bx`, String.raw`[^\D]`, String.raw`\p{L}`, '(?<year>x)', String.raw`\u{1f600}`])(
  '%s is refused, because not every language reads it',
  proves('L130'),
  (pattern) => {
    expect(() => sayPortably({ pattern })).toThrow('not every language reads');
  },
);
