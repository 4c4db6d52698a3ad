/**
 * `npm run test:crash -- --kills 100 [--seed 7]`: puts a server under a load that uses every capability, kills it at
 * random moments, starts it again on the same folder, and audits its data. Ends with 1 at the first finding; the folder
 * remains, and the seed reproduces it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runKills } from './run-kills.ts';

const { values } = parseArgs({ options: { kills: { type: 'string', default: '100' }, seed: { type: 'string' } } });
const kills = wholeNumber(values.kills, '--kills');
const seed = values.seed === undefined ? Date.now() % 1_000_000 : wholeNumber(values.seed, '--seed');
const folder = mkdtempSync(join(tmpdir(), 'ballast-crash-'));
const beganMs = performance.now();
process.stdout.write(`seed ${seed}, ${kills} kills, in ${folder}\n`);
const end = await runKills({
  kills,
  seed,
  folder,
  onKill: ({ number, when, responses }) => {
    const tookS = Math.round((performance.now() - beganMs) / 1000);
    process.stdout.write(`kill ${number} of ${kills}, ${when} after ${responses} answers (${tookS} s)\n`);
  },
});
const tookS = Math.round((performance.now() - beganMs) / 1000);
if (end.faults.length === 0) {
  rmSync(folder, { recursive: true });
  process.stdout.write(`${kills} kills and ${end.responses} answers in ${tookS} s: nothing was found\n`);
} else {
  for (const fault of end.faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(`found after ${end.kills} kills; the data folder is ${join(folder, 'data')}\n`);
  process.stdout.write(`the same moments again: npm run test:crash -- --kills ${end.kills + 1} --seed ${seed}\n`);
  process.exitCode = 1;
}

function wholeNumber(text: string, what: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`${what}: '${text}' is not a whole number`);
  return Number(text);
}
