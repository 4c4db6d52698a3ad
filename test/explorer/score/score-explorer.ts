/**
 * `node test/explorer/score/score-explorer.ts [--seed 1] [--trials 250] [--anew]`, on a quiet machine: lets the explorer look for
 * the mistake in each of a hundred clients, writes `client-mutants.json` and the section of `docs/explorer.md`. Without
 * `--anew` only those are tried that the list has not, or that nothing has found yet. Ends with 1 where a survivor has no
 * reason; write it into the list, with `survived` or `unreachable`.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { drawMutants, type Mutant, mutatedText } from '../../mutation/mutants.ts';
import { runBallast } from '../../support/run-process.ts';
import {
  CLIENT_NAMES,
  CLIENTS_FOLDER,
  type ClientName,
  clientMutants,
  LIST_FILE,
  MUTANTS_OF_CLIENT,
  type MutantList,
  readMutantList,
  type ScoredMutant,
  scoreText,
} from './client-mutants.ts';

const NO_REASON = '';
/** Of clients with a ledger; a process for each trial takes long. */
const TRIALS_WITH_CHECK = 120;
const CANNOT_BE_EXPLORED = 65;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    trials: { type: 'string', default: '250' },
    anew: { type: 'boolean', default: false },
  },
});
const [seed, trials] = [Number(values.seed), Number(values.trials)];
const before = values.anew || !existsSync(LIST_FILE) ? null : readMutantList();
const known = new Map((before?.mutants ?? []).map((each) => [keyOf(each.client, each), each]));
const list: MutantList = { seed, trials, fail_without_faults: 0, mutants: [] };

for (const client of CLIENT_NAMES) {
  const all = clientMutants(client);
  let count = 0;
  for (const mutant of drawMutants(all, all.length, seed)) {
    if (count === MUTANTS_OF_CLIENT) break;
    if (
      list.mutants.some(
        ({ file, start, what }) => file === mutant.path && start === mutant.start && what === mutant.what,
      )
    )
      continue;
    const scored = await score(client, mutant);
    process.stderr.write(`${client} ${mutant.path}:${mutant.line} ${mutant.what}: ${textOf(scored)}\n`);
    if (scored === null) list.fail_without_faults += 1;
    else {
      count += 1;
      list.mutants.push(scored);
    }
    write();
  }
}
const unexplained = list.mutants.filter((each) => each.verdict !== 'found' && each.reason === NO_REASON);
process.stdout.write(`${scoreText(list)}${unexplained.length} survivors have no reason\n`);
process.exitCode = unexplained.length === 0 ? 0 : 1;

/** `null`: it fails without any fault. */
async function score(client: ClientName, mutant: Mutant): Promise<ScoredMutant | null> {
  const { path: file, line, start, what } = mutant;
  const place = { client, file, line, start, what };
  const earlier = known.get(keyOf(client, place));
  if (earlier !== undefined && earlier.verdict !== 'survived') return earlier;
  const folder = mkdtempSync(join(tmpdir(), 'ballast-score-'));
  try {
    cpSync(CLIENTS_FOLDER, join(folder, 'clients'), { recursive: true });
    const mutated = join(folder, 'clients', file);
    writeFileSync(mutated, mutatedText(readFileSync(mutated, 'utf8'), mutant));
    const quick = await firstFinding(folder, client, trials, false);
    if (quick === 'fails without faults') return null;
    const hasLedger = client === 'webhooks' || client === 'both';
    const by = quick ?? (hasLedger ? await firstFinding(folder, client, TRIALS_WITH_CHECK, true) : null);
    if (by === 'fails without faults') return null;
    if (by !== null) return { ...place, verdict: 'found', by };
    return earlier ?? { ...place, verdict: 'survived', reason: NO_REASON };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An exploration ends with its first finding; `null`: it has none. */
async function firstFinding(
  folder: string,
  client: ClientName,
  most: number,
  withCheck: boolean,
): Promise<string | null> {
  const command = [process.execPath, join(folder, 'clients', `${client}.mjs`), '--keep-alive'];
  const check = { check: [process.execPath, join(folder, 'clients/check.mjs')] };
  const file = { command, keep_alive: true, timeout: '30s', ...(withCheck ? check : {}) };
  writeFileSync(join(folder, 'explore.yaml'), JSON.stringify(file));
  const out = withCheck ? 'checked' : 'out';
  const exploring = runBallast(['explore', 'explore.yaml', '--trials', String(most), '--out', out, '--json'], {
    cwd: folder,
  });
  const seek = () => /^ballast: finding-\d+ +(.+)$/m.exec(exploring.stderr())?.[1] ?? null;
  exploring.child.stderr?.on('data', () => {
    if (seek() !== null) exploring.child.kill('SIGINT');
  });
  const { exitCode } = await exploring.ended;
  const found = seek();
  if (found === null && exitCode === CANNOT_BE_EXPLORED) return 'fails without faults';
  if (found === null && exitCode !== 0) throw new Error(`exit code ${exitCode}: ${exploring.stderr()}`);
  return found?.replaceAll(/ +/g, ' ') ?? null;
}

function write(): void {
  writeFileSync(LIST_FILE, `${JSON.stringify(list, null, 2)}\n`);
  const page = join(packageRoot(), 'docs/explorer.md');
  const [start, end] = ['## How much it finds\n\n', '\n## What it cannot see'];
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no section "How much it finds"`);
  writeFileSync(page, text.slice(0, from + start.length) + scoreText(list) + text.slice(to));
}

function keyOf(client: ClientName, { file, start, what }: { file: string; start: number; what: string }): string {
  return `${client} ${file} ${start} ${what}`;
}

function textOf(scored: ScoredMutant | null): string {
  if (scored === null) return 'fails without faults';
  return scored.verdict === 'found' ? `found: ${scored.by}` : `${scored.verdict} (${scored.reason || 'no reason yet'})`;
}
