/** Addresses of sweeps in the app: the scenario, the sweep that is looked at, and its figure. */
import { scenarioAddress } from '../library/scenario-address.ts';

const END = '/sweep';

export function sweepAddress(file: string, sweepId: string, figure?: string): string {
  const query = new URLSearchParams({ id: sweepId, ...(figure === undefined ? {} : { figure }) });
  return `${scenarioAddress(file)}${END}?${query}`;
}

/** The scenario of such a path below `/scenarios`; `null` for a path that is that of a scenario. */
export function sweptFile(path: string): string | null {
  return path.endsWith(END) ? path.slice(0, -END.length) : null;
}
