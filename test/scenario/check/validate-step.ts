/** Runs `validate` on one step of a valid scenario, or on top-level fields. */
import { join } from 'node:path';
import { type ValidatedFile, validateFile } from '../../../src-server/runner/library/validate-file.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { readMarketFacts } from '../../../src-server/world/market-facts.ts';
import { folderOf } from '../replay/play-text.ts';

export const { market } = readMarketFacts(packageRoot());

export const WORLD = `clock: 2026-03-02T09:30:00Z
world:
  webhooks: [{ url: /sim/sink/mine }]
  portfolios:
    - { form: B, as: depot, request: { external_id: depot, currency: EUR, tax_wrapper: Depot, cash: 5000, targets: [{ isin: DE0007164600, weight: 0.9 }] } }
`;
export const PLAN = `  - request: { form: B, method: POST, path: /rebalance, body: { portfolio_id: '\${depot}' }, save: { rebalance: /rebalance_id, plan: '' } }
`;

/** Validates a whole file. */
export function validateText(text: string): ValidatedFile {
  const root = folderOf({ 'package.json': '{}', 'x.yaml': text });
  const [file] = validateFile({ file: join(root, 'x.yaml'), isNamed: true }, null, market);
  if (file === undefined) throw new Error('the file was not validated');
  return file;
}

/** `step`: runs after one that saves `rebalance` and `plan`; `top`: lines with line breaks. */
export function validateStep(step: string, top = ''): ValidatedFile {
  return validateText(`name: x\n${WORLD}${top}steps:\n${PLAN}  - ${step}\n`);
}

/** Returns each issue as its place within the step and its sentence. */
export function faultsOfStep(step: string, top?: string): string[] {
  return validateStep(step, top).faults.map(({ pointer, issue }) => `${pointer.replace('/steps/1/', '')} ${issue}`);
}
