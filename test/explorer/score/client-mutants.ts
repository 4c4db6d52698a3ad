/**
 * Defines the explorer's score: correct clients with one line dropped or one operator changed each, and whether the
 * explorer finds it. `client-mutants.json` lists a hundred of them, made by `score-explorer.ts`; it has a reason for
 * each that survives.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { parseSource } from '../../architecture/source-tree.ts';
import { droppedLinesOf, type Mutant, mutantsOf } from '../../mutation/mutants.ts';

export const CLIENTS_FOLDER = join(packageRoot(), 'test/explorer/clients');
export const LIST_FILE = join(packageRoot(), 'test/explorer/score/client-mutants.json');
export const DOCUMENT_FILE = join(packageRoot(), 'docs/explorer.md');
export const MUTANTS_OF_CLIENT = 25;
/** The reason of a survivor that nobody has examined yet. */
export const NO_REASON = '';

/** Correct clients of both forms, polling and with webhooks, each with the part of their library that it uses. */
export const CLIENTS = {
  polling: ['polling.mjs', 'lib/http.mjs'],
  'polling-b': ['polling-b.mjs', 'lib/http.mjs', 'lib/patience.mjs'],
  webhooks: ['webhooks.mjs', 'lib/http.mjs', 'lib/patience.mjs', 'lib/webhook.mjs', 'lib/ledger.mjs'],
  both: ['both.mjs', 'lib/http.mjs', 'lib/patience.mjs', 'lib/webhook.mjs', 'lib/ledger.mjs'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type ClientName = keyof typeof CLIENTS;
export const CLIENT_NAMES = Object.keys(CLIENTS) as ClientName[];

const clientName = z.enum(CLIENT_NAMES);
const place = { client: clientName, file: z.string(), line: z.int(), start: z.int(), what: z.string() };
export const scoredMutant = z.discriminatedUnion('verdict', [
  z.strictObject({ ...place, verdict: z.literal('found'), by: z.string() }),
  /** A fault could expose it, but no trial of the search does. */
  z.strictObject({ ...place, verdict: z.literal('survived'), reason: z.string() }),
  /** It behaves like the correct client under every fault there is. */
  z.strictObject({ ...place, verdict: z.literal('unreachable'), reason: z.string() }),
]);
export type ScoredMutant = z.infer<typeof scoredMutant>;

export const mutantList = z.strictObject({
  seed: z.int(),
  /** Trials of the search for each. */
  trials: z.int(),
  /** Mutants that were drawn and left out, because they fail without any fault. */
  fail_without_faults: z.int(),
  mutants: z.array(scoredMutant),
});
export type MutantList = z.infer<typeof mutantList>;

export function readMutantList(): MutantList {
  return mutantList.parse(JSON.parse(readFileSync(LIST_FILE, 'utf8')));
}

/** Every possible change of a client, except in the code of bugs that it plants on demand. */
export function clientMutants(client: ClientName): Mutant[] {
  return CLIENTS[client].flatMap((path) => {
    const text = readFileSync(join(CLIENTS_FOLDER, path), 'utf8');
    const file = parseSource(path, text);
    const lines = text.split('\n');
    const all = [...droppedLinesOf(file), ...mutantsOf(file)];
    return all.filter(({ line }) => !/\bbug\b/.test(lines[line - 1] ?? ''));
  });
}

/** The text of the score in `docs/explorer.md`. */
export function scoreText({ mutants, trials, fail_without_faults: broken }: MutantList): string {
  const of = (verdict: ScoredMutant['verdict']) => mutants.filter((each) => each.verdict === verdict).length;
  const reachable = mutants.length - of('unreachable');
  const share = Math.round((of('found') / reachable) * 100);
  return `To measure this, ${mutants.length} mistakes were put into ${CLIENT_NAMES.length} correct clients (both forms; some poll, some receive webhooks), one at a
time: a dropped line or a changed operator, drawn from a seed. ${broken} more mistakes that fail without any fault are not
counted. In ${trials} trials for each mistake the explorer finds ${of('found')}. No fault can reveal ${of('unreachable')} of them, because such a client
behaves as well as the correct one whatever happens. So the explorer finds **${share} %** of the ${reachable} that a fault could reveal.

The list, \`test/explorer/score/client-mutants.json\` in a checkout, states for each mistake what found it, or why nothing
found it; \`node test/explorer/score/score-explorer.ts --anew\` generates it again.
`;
}
