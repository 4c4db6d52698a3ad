// The final facts that a client knows: one line for each event, in `ledger.ndjson` of the folder of the trial.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

function ledgerFile({ BALLAST_TRIAL_FOLDER: folder }) {
  if (!folder) throw new Error('BALLAST_TRIAL_FOLDER is missing: there is nowhere to store');
  return join(folder, 'ledger.ndjson');
}

export function readLedger(variables) {
  if (!variables.BALLAST_TRIAL_FOLDER || !existsSync(ledgerFile(variables))) return [];
  const lines = readFileSync(ledgerFile(variables), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** Entries `{ event, type, rebalance, status, source }`; `event` is null if the client polled. */
export function openLedger(variables) {
  const known = new Set();
  const keep = (entry) => {
    known.add(entry.event).add(keyOf(entry));
  };
  for (const entry of readLedger(variables)) keep(entry);
  return {
    keep,
    /** Whether it has the event, or another one with the same status of its rebalance. */
    has: (entry) =>
      (entry.event !== null && known.has(entry.event)) || (entry.status !== null && known.has(keyOf(entry))),
    /** On disk once it returns. */
    store(entry) {
      appendFileSync(ledgerFile(variables), `${JSON.stringify(entry)}\n`, { flush: true });
      keep(entry);
    },
  };
}

export function entryOf({ id, type, data }) {
  const { rebalance_id: rebalance = null, status = null } = data;
  return { event: id, type, rebalance, status, source: 'webhook' };
}

/** The entry of a polled status. */
export function polledEntry(rebalance, status) {
  return { event: null, type: `rebalance.${status}`, rebalance, status, source: 'poll' };
}

const keyOf = ({ rebalance, status }) => `${rebalance} ${status}`;
