/** Addresses of timelines in the app: whose past, and the event that is looked at. */
import { scenarioAddress } from '../library/scenario-address.ts';

interface PlaceInRun {
  readonly event?: number;
  /** The last event of a step, from 0, where its number is not known. */
  readonly step?: number;
}

/** `file` as it lies in the folder. */
export function runTimelineAddress(file: string, runId: string, { event, step }: PlaceInRun = {}): string {
  const query = new URLSearchParams({ run: runId });
  if (event !== undefined) query.set('event', String(event));
  if (step !== undefined) query.set('step', String(step));
  return `${scenarioAddress(file)}/timeline?${query}`;
}
