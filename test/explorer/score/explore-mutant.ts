/** Runs the explorer on a client with one mistake. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mutant, mutatedText } from '../../mutation/mutants.ts';
import { runBallast } from '../../support/run-process.ts';
import { CLIENTS_FOLDER, type ClientName } from './client-mutants.ts';

export const FAILS_WITHOUT_FAULTS = 'fails without faults';
/** Fewer for clients with a ledger, because a process for each trial is slow. */
const TRIALS_WITH_CHECK = 80;
const CANNOT_BE_EXPLORED = 65;

/** Resolves with the first finding; `null`: none in that many trials. `mutant`: `null` leaves the client correct. */
export async function exploreMutant(client: ClientName, mutant: Mutant | null, trials: number): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-score-'));
  try {
    cpSync(CLIENTS_FOLDER, join(folder, 'clients'), { recursive: true });
    if (mutant !== null) {
      const mutated = join(folder, 'clients', mutant.path);
      writeFileSync(mutated, mutatedText(readFileSync(mutated, 'utf8'), mutant));
    }
    const found = await firstFinding(folder, client, trials, false);
    const hasLedger = client === 'webhooks' || client === 'both';
    return found ?? (hasLedger ? await firstFinding(folder, client, TRIALS_WITH_CHECK, true) : null);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The exploration stops at its first finding. */
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
  const args = ['explore', 'explore.yaml', '--trials', String(most), '--out', out, '--json'];
  const { child, stderr, ended } = runBallast(args, { cwd: folder });
  const seek = () => /^ballast: found (\S+) {2}/m.exec(stderr())?.[1] ?? null;
  child.stderr?.on('data', () => {
    if (seek() !== null) child.kill('SIGINT');
  });
  const { exitCode } = await ended;
  const found = seek();
  if (found === null && exitCode === CANNOT_BE_EXPLORED) return FAILS_WITHOUT_FAULTS;
  if (found === null && exitCode !== 0) throw new Error(`exit code ${exitCode}: ${stderr()}`);
  return found && summaryOf(readFileSync(join(folder, found, 'story.html'), 'utf8'));
}

/** `WEAK The client gave up …`, of a story. */
function summaryOf(story: string): string {
  const [, verdict = '', text = ''] =
    /<span class="badge[^"]*">([^<]+)<\/span>[\s\S]*?<h1>([^<]+)<\/h1>/.exec(story) ?? [];
  return `${verdict.toUpperCase()} ${text}`;
}
