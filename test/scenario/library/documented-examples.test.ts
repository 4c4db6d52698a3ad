/** Tests the examples of `docs/scenarios.md`: the complete one passes, and every other block is valid. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { playScenario } from '../../../src-server/app.ts';
import { loadScenario } from '../../../src-server/runner/library/load-scenario.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { failuresOf, folderOf, jobOf } from '../replay/play-text.ts';

const PAGE = readFileSync(join(packageRoot(), 'docs/scenarios.md'), 'utf8');
const BLOCKS = [...PAGE.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, block]) => block ?? '');
const SHARED = readFileSync(join(packageRoot(), 'fixtures/scenarios/parts/rebalance-form-b.yaml'), 'utf8');

/** Names that the page's examples use without defining them. */
const AROUND =
  'name: Around\nvariables: { depot: pf_00000000000000000000000001, portfolio: pf_00000000000000000000000002, rebalance: rb_00000000000000000000000001, cash: 5000 }\nsteps:\n';

describe('docs/scenarios.md', () => {
  it('has one complete scenario, which passes', async () => {
    const whole = BLOCKS.filter((block) => /^name:/m.test(block));
    expect(whole).toHaveLength(1);
    const folder = folderOf({ 'it.yaml': whole[0] ?? '' });
    const outcome = await playScenario(jobOf(join(folder, 'it.yaml'), folder));
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.status).toBe('passed');
  });

  it.each(BLOCKS.filter((block) => block.startsWith('- ')))('has steps that are valid: %s', (block) => {
    const steps = block.replaceAll(/^(?=.)/gm, '  ');
    const folder = folderOf({ 'it.yaml': `${AROUND}${steps}`, 'parts/rebalance-form-b.yaml': SHARED });
    const result = loadScenario(join(folder, 'it.yaml'), folder);
    expect(result.ok ? [] : result.faults.map(({ line, pointer, issue }) => `${line} ${pointer} ${issue}`)).toEqual([]);
  });
});
