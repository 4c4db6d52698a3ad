/** Reports the requests that found a fault as readable text, with the line that sends them again. */
import type fc from 'fast-check';
import { repeatCommand } from '../support/fast-check.ts';
import type { HostileRequest } from './hostile-requests.ts';

const MAX_CHARACTERS = 1_500;

/** A reporter for `fc.assert`: throws a report if the run failed. */
export function reportFailure({
  failed,
  seed,
  counterexample,
  counterexamplePath,
  errorInstance,
}: fc.RunDetails<[HostileRequest[]]>) {
  if (!failed) return;
  const attack = (counterexample?.[0] ?? []).map(({ what, bytes }) => {
    return `${what}: ${JSON.stringify(bytes.toString('latin1').slice(0, MAX_CHARACTERS))}`;
  });
  const again = repeatCommand(seed, counterexamplePath);
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(`${reason}\n\n${attack.join('\n')}\n\nagain: ${again}\n`, { cause: errorInstance });
}
