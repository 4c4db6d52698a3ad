/** Tests the YAML examples of the documentation: every one is valid, and the complete scenario passes. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { playScenario } from '../../../src-server/app.ts';
import { configFile } from '../../../src-server/contract/scenario/config-file.ts';
import { exploreFile } from '../../../src-server/contract/scenario/explore-file.ts';
import { labFile } from '../../../src-server/contract/scenario/lab-file.ts';
import { loadScenario } from '../../../src-server/runner/library/load-scenario.ts';
import { describeFault, readYaml } from '../../../src-server/scenario/load/read-yaml.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { failuresOf, folderOf, jobOf } from '../replay/play-text.ts';

const SCENARIOS = 'docs/scenarios.md';
const PAGES = [...globSync('docs/**/*.md', { cwd: packageRoot() }), 'README.md', 'CONTRIBUTING.md'].sort();
const EXAMPLES = PAGES.flatMap((page) => {
  const text = readFileSync(join(packageRoot(), page), 'utf8');
  return [...text.matchAll(/^( *)```ya?ml\n(.*?)^\1```/gms)].map(({ 1: indent = '', 2: block = '', index }) => ({
    place: `${page}:${text.slice(0, index).split('\n').length}`,
    block: block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
});
const SHARED = readFileSync(join(packageRoot(), 'fixtures/scenarios/parts/rebalance-form-b.yaml'), 'utf8');

/** Names that steps and properties of the examples use without defining them. */
const VARIABLES =
  'variables: { depot: pf_00000000000000000000000001, portfolio: pf_00000000000000000000000002, rebalance: rb_00000000000000000000000001, cash: 5000 }\n';
const ONE_STEP = 'steps:\n  - advance: 1m\n';

/** Kinds of files by a member that only they have; parts of a scenario are completed. */
const KINDS: readonly (readonly [RegExp, (block: string) => readonly string[]])[] = [
  [/^- /, (block) => faultsOfScenario(`${VARIABLES}steps:\n${block.replaceAll(/^(?=.)/gm, '  ')}`)],
  [/^steps:/m, faultsOfScenario],
  [/^policies:/m, (block) => faultsOf(block, labFile)],
  [/^command:/m, (block) => faultsOf(block, exploreFile)],
  [/^serve:/m, (block) => faultsOf(block, configFile)],
  [/^always:/m, (block) => faultsOfScenario(`${VARIABLES}${block}${ONE_STEP}`)],
  [/^world:/m, (block) => faultsOfScenario(`${block}${ONE_STEP}`)],
];

function faultsOfScenario(text: string): readonly string[] {
  const named = /^name:/m.test(text) ? text : `name: Around\n${text}`;
  const folder = folderOf({ 'it.yaml': named, 'parts/rebalance-form-b.yaml': SHARED });
  const result = loadScenario(join(folder, 'it.yaml'), folder);
  return result.ok ? [] : result.faults.map(describeFault);
}

function faultsOf(text: string, schema: z.ZodType): readonly string[] {
  const read = readYaml('it.yaml', text, schema);
  return read.ok ? [] : read.faults.map(describeFault);
}

describe('the documentation', () => {
  it.each(EXAMPLES)('has a valid example at $place', ({ place, block }) => {
    const kind = KINDS.find(([mark]) => mark.test(block));
    expect(kind, `the kind of file of ${place}`).toBeDefined();
    expect(kind?.[1](block)).toEqual([]);
  });

  it('has one complete scenario, which passes', async () => {
    const whole = EXAMPLES.filter(({ place, block }) => place.startsWith(SCENARIOS) && /^name:/m.test(block));
    expect(whole).toHaveLength(1);
    const folder = folderOf({ 'it.yaml': whole[0]?.block ?? '' });
    const outcome = await playScenario(jobOf(join(folder, 'it.yaml'), folder));
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.status).toBe('passed');
  });
});
