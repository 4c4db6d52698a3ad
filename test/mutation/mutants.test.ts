import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it, test } from 'vitest';
import type { SourceFile } from '../architecture/source-tree.ts';
import { newFolder } from '../support/start-ballast.ts';
import { readCovering } from './covered.ts';
import { drawMutants, mutantsOf, mutatedText } from './mutants.ts';

const TEXT = `type Side = 'a' | 'b';
export function f(a: number, b: number | null): boolean {
  let count = a - 1;
  count += 2;
  count++;
  return !(a < (b ?? 0)) && (count as number) * 2 === a;
}
`;
const FILE: SourceFile = {
  path: 'src-server/domain/f.ts',
  text: TEXT,
  program: parseSync('f.ts', TEXT).program,
  comments: [],
  lineAt: (position) => TEXT.slice(0, position).split('\n').length,
};

describe('a change of a single operator', () => {
  it('is found for everything that runs, and for nothing in a type', () => {
    expect(mutantsOf(FILE).map(({ line, what }) => `${line}: ${what}`)).toEqual([
      '3: - → +',
      '4: += → -=',
      '5: ++ → --',
      '6: ! →',
      '6: < → <=',
      '6: ?? → &&',
      '6: && → ||',
      '6: * → /',
      '6: === → !==',
    ]);
  });

  it('belongs to the innermost function with a name', () => {
    const text =
      'const a = 1 + 2;\nconst f = () => [3].map((x) => x * 2);\nclass C { m() { return 1 < 2; } }\nconst o = { p: () => 1 - 1 };';
    const file = { ...FILE, text, program: parseSync('f.ts', text).program };
    expect(mutantsOf(file).map(({ what, within }) => [what, within])).toEqual([
      ['+ → -', null],
      ['* → /', 'f'],
      ['< → <=', 'm'],
      ['- → +', 'p'],
    ]);
  });

  it('changes that operator alone, and results in valid syntax', () => {
    for (const mutant of mutantsOf(FILE)) {
      const text = mutatedText(TEXT, mutant);
      expect(text).not.toBe(TEXT);
      expect(Math.abs(text.length - TEXT.length)).toBeLessThan(3);
      expect(parseSync('f.ts', text).errors).toEqual([]);
    }
  });

  it('is drawn the same for the same seed, each at most once', () => {
    const all = mutantsOf(FILE);
    const drawn = drawMutants(all, 5, 7);
    expect(drawMutants(all, 5, 7)).toEqual(drawn);
    expect(new Set(drawn).size).toBe(5);
    expect(drawMutants(all, 100, 7)).toHaveLength(all.length);
    expect(drawMutants(all, 5, 8)).not.toEqual(drawn);
  });
});

test('a change is tested by the files that call its function, the quickest first and in rounds of their own', () => {
  const folder = newFolder();
  const write = (file: string, ms: number, functions: readonly string[]) =>
    writeFileSync(join(folder, `${file}.json`), JSON.stringify({ file, ms, functions }));
  write('slow', 20_000, ['a f']);
  write('quick', 500, ['a f', 'a g']);
  write('long', 90_000, ['a f']);
  write('other', 700, ['a g']);
  const covering = readCovering(folder);
  expect(covering('a f')).toEqual([['quick'], ['slow'], ['long']]);
  expect(covering('a g')).toEqual([['quick', 'other']]);
  expect(covering('b f')).toEqual([]);
});
