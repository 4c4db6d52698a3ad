/**
 * `node test/explorer/score/score-explorer.ts [--seed 1] [--trials 100] [--anew]`, on a quiet machine: runs the
 * explorer on each of a hundred clients with one mistake, writes `client-mutants.json` and the section of
 * `docs/explorer.md`. Without `--anew` it only tries those that the list does not have. Exits with 1 if a survivor has
 * no reason; write it into the list, with `survived` or `unreachable`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { drawMutants, type Mutant } from '../../mutation/mutants.ts';
import {
  CLIENT_NAMES,
  type ClientName,
  clientMutants,
  DOCUMENT_FILE,
  LIST_FILE,
  MUTANTS_OF_CLIENT,
  type MutantList,
  NO_REASON,
  readMutantList,
  type ScoredMutant,
  scoreText,
} from './client-mutants.ts';
import { exploreMutant, FAILS_WITHOUT_FAULTS } from './explore-mutant.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    trials: { type: 'string', default: '100' },
    anew: { type: 'boolean', default: false },
  },
});
const [seed, trials] = [Number(values.seed), Number(values.trials)];
const before = values.anew || !existsSync(LIST_FILE) ? [] : readMutantList().mutants;
const known = new Map(before.map((each) => [keyOf(each), each]));
const list: MutantList = { seed, trials, fail_without_faults: 0, mutants: [] };

for (const client of CLIENT_NAMES) {
  const all = clientMutants(client);
  const own = before.filter((each) => each.client === client).length;
  // A finding of the correct client would be a finding of each of the others, too.
  const alarm = own === MUTANTS_OF_CLIENT ? null : await exploreMutant(client, null, trials);
  if (alarm !== null) throw new Error(`there is a finding without any mistake in ${client}: ${alarm}`);
  let count = 0;
  for (const mutant of drawMutants(all, all.length, seed)) {
    if (count === MUTANTS_OF_CLIENT) break;
    // Code that several clients share is tried with the first of them.
    if (list.mutants.some((each) => keyOf(each) === keyOf(placeOf(client, mutant)))) continue;
    const scored = await score(client, mutant);
    process.stderr.write(`${client} ${mutant.path}:${mutant.line} ${mutant.what}: ${describe(scored)}\n`);
    if (scored === null) list.fail_without_faults += 1;
    else {
      count += 1;
      list.mutants.push(scored);
    }
    writeFileSync(LIST_FILE, `${JSON.stringify(list, null, 2)}\n`);
  }
}
writeDocument();
const unexplained = list.mutants.filter((each) => each.verdict !== 'found' && each.reason === NO_REASON);
process.stdout.write(`${scoreText(list)}${unexplained.length} survivors have no reason\n`);
process.exitCode = unexplained.length === 0 ? 0 : 1;

/** `null`: it fails without any fault. */
async function score(client: ClientName, mutant: Mutant): Promise<ScoredMutant | null> {
  const place = placeOf(client, mutant);
  const earlier = known.get(keyOf(place));
  if (earlier !== undefined) return earlier;
  const by = await exploreMutant(client, mutant, trials);
  if (by === FAILS_WITHOUT_FAULTS) return null;
  return by === null ? { ...place, verdict: 'survived', reason: NO_REASON } : { ...place, verdict: 'found', by };
}

function writeDocument(): void {
  const [start, end] = ['## How many mistakes it finds\n\n', '\n## What it cannot see'];
  const text = readFileSync(DOCUMENT_FILE, 'utf8');
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${DOCUMENT_FILE} has no section "How many mistakes it finds"`);
  writeFileSync(DOCUMENT_FILE, text.slice(0, from + start.length) + scoreText(list) + text.slice(to));
}

function placeOf(client: ClientName, { path: file, line, start, what }: Mutant) {
  return { client, file, line, start, what };
}

function keyOf({
  file,
  start,
  what,
}: {
  readonly file: string;
  readonly start: number;
  readonly what: string;
}): string {
  return `${file} ${start} ${what}`;
}

function describe(scored: ScoredMutant | null): string {
  if (scored === null) return FAILS_WITHOUT_FAULTS;
  return scored.verdict === 'found' ? `found: ${scored.by}` : `${scored.verdict} (${scored.reason || 'no reason yet'})`;
}
