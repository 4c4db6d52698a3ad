import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import type { SourceFile } from '../architecture/source-tree.ts';
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

  it('changes that operator alone, and leaves what can be read', () => {
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
