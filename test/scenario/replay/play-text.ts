/** Runs scenarios that a test writes as text, in a folder of their own that is its project. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { playScenario } from '../../../src-server/app.ts';
import type { PlayJob, PlayObserver, PlayOutcome } from '../../../src-server/scenario/run/play-outcome.ts';
import { testFolder } from '../../support/test-folders.ts';

/** Creates a new folder with these files, by their paths in it, until its test file has ended. */
export function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = testFolder('scenario');
  for (const [path, contents] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), contents);
  }
  return folder;
}

export function jobOf(file: string, root: string, job: Partial<PlayJob> = {}): PlayJob {
  const usual = {
    seed: null,
    vary: {},
    dataDir: null,
    untilMs: null,
    restoreAfterStep: null,
    retain: 'figures',
  } as const;
  return { ...usual, file, root, ...job };
}

/** `text`: all of a scenario but its name. */
export function play(text: string, job: Partial<PlayJob> = {}, observer: PlayObserver = {}): Promise<PlayOutcome> {
  const root = folderOf({ 'it.yaml': `name: It\n${text}` });
  return playScenario(jobOf(join(root, 'it.yaml'), root, job), observer);
}

/** Every failure with the title of its step; the issues of a bad file, without the folder. */
export function failuresOf({ steps, faults, file }: PlayOutcome): string[] {
  const ofSteps = steps.flatMap(({ title, failures }) => failures.map((failure) => `${title}: ${failure}`));
  return [...faults.map((fault) => fault.replaceAll(`${dirname(file)}/`, '')), ...ofSteps];
}

/** Plans and executes for `depot`; the plan is `rebalance`. */
export const EXECUTE = `
  - request: { form: B, method: POST, path: /rebalance, body: { portfolio_id: '\${depot}' }, save: { rebalance: /rebalance_id } }
  - request: { form: B, method: POST, path: '/rebalance/\${rebalance}/execute', body: { confirm: true } }`;
