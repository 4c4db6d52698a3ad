/** The list of texts has everything that a user can see, once, and nothing that only the program reads. */
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { parseSource, readSourceTree } from '../architecture/source-tree.ts';
import { visibleTexts } from './visible-texts.ts';

const textsOf = (path: string, source: string) => visibleTexts(parseSource(path, source)).map(({ text }) => text);

describe('the texts of a file', () => {
  test('are the text between tags, as one sentence with computed parts', () => {
    const source = 'const x = <p>The clock is at {now} <b>UTC</b>.{isLate && " It is late."}</p>;';
    expect(textsOf('x.tsx', source)).toEqual(['The clock is at {…} {…}.{…}', 'UTC', 'It is late.']);
  });

  test('are labels, even of one word, and sentences in strings and templates', () => {
    const source = [
      'const x = <Button label="Save" className="wide red" />;',
      'const message = `There is no portfolio ${id}.`;',
      "const long = 'The first part ' + name + ' and the second.';",
    ].join('\n');
    expect(textsOf('x.tsx', source)).toEqual([
      'Save',
      'There is no portfolio {…}.',
      'The first part {…} and the second.',
    ]);
  });

  test('are no imports, types, identifiers, queries or messages of invariants', () => {
    const source = [
      "import { one } from 'some place';",
      "type Kind = 'a kind' | 'another kind';",
      "const key = 'portfolio_id';",
      "const query = 'select name from worlds where id = ?';",
      "invariant(found, 'a rebalance has a portfolio');",
    ].join('\n');
    expect(textsOf('x.ts', source)).toEqual([]);
  });

  test('have the line and what takes them', () => {
    const [text] = visibleTexts(parseSource('x.ts', "\nconst help = { description: 'print the version' };"));
    expect(text).toMatchObject({ path: 'x.ts', line: 2, taker: 'description' });
  });
});

describe('the texts of the app', () => {
  test('end with a full stop if they have several sentences', { tags: ['deep'] }, () => {
    const open = readSourceTree(packageRoot(), ['src-main', 'src-renderer'])
      .flatMap(visibleTexts)
      .filter(({ text }) => /[a-z0-9)]\. [A-Z]/.test(text) && !/[.!?:…,}]$/.test(text));
    expect(open.map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual([]);
  });
});
