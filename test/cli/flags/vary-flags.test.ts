import { describe, expect, it } from 'vitest';
import { parseVaryFlag, validateVaryFlags } from '../../../src-server/cli/options/vary-flags.ts';
import { proves } from '../../conformance/proves.ts';

describe('--vary', () => {
  it.each([
    ['budget=5,10,20', 'budget', [5, 10, 20]],
    ['/world/portfolios/0/request/cash=1.5,-2', '/world/portfolios/0/request/cash', [1.5, -2]],
    ['mode=warn,enforce', 'mode', ['warn', 'enforce']],
    ['on=true,false,null', 'on', [true, false, null]],
    ['text="5","a,b"', 'text', ['5', 'a,b']],
    ['/world/faults=[],[{"kind":"halt","isin":"x"}]', '/world/faults', [[], [{ kind: 'halt', isin: 'x' }]]],
    ['/clock=2026-03-02T10:00:00Z', '/clock', ['2026-03-02T10:00:00Z']],
    ['big=1e400,007', 'big', ['1e400', '007']],
    ['formula=a=b', 'formula', ['a=b']],
  ])('%s', proves('K60'), (text, key, values) => {
    expect(parseVaryFlag(text)).toEqual({ key, values });
  });

  it.each(['budget', '=5', 'budget=', 'budget=5,,6', '5=5', 'a b=1'])('refuses %s', (text) => {
    expect(parseVaryFlag(text)).toBeNull();
  });

  it('reports once all duplicates', () => {
    const faults: string[] = [];
    expect(validateVaryFlags(faults, ['a=1,2', 'a=3', 'b=1,1.0', 'c=x'])).toEqual([
      { key: 'a', values: [1, 2] },
      { key: 'c', values: ['x'] },
    ]);
    expect(faults).toEqual(['--vary: a is varied already', '--vary: b has a value twice']);
  });
});
