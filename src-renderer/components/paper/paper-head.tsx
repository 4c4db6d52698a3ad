/** On paper alone: what a print shows, of whom and when, that it is a simulation, and at its end where it comes from. */
import { useClock } from '../../api/clock-api.ts';
import { useFingerprint } from '../../api/world-api.ts';
import { ownWorld } from '../../state/own-world.ts';
import { formatInstant } from '../format/format-time.ts';
import classes from './paper.module.css';

/** What is printed, above the heading that the screen has: of whom it is. */
export function PaperTitle({ children }: { readonly children: string }) {
  return (
    <p data-paper-only className={classes.title}>
      {children}
    </p>
  );
}

/** `asOf`: the instant of the figures, if it is not the present one. */
export function PaperFacts({ asOf }: { readonly asOf?: string }) {
  const now = useClock().data?.now;
  const at = asOf ?? now;
  return (
    <p data-paper-only className={classes.facts}>
      {at !== undefined && `As of ${formatInstant(at)} virtual UTC. `}
      <strong>Simulation by Ballast: no real orders.</strong>
    </p>
  );
}

/** The last line of a print. `id`: of what is printed. `isRecord`: it says which event log it was read from. */
export function PaperSource({ id, isRecord = false }: { readonly id?: string; readonly isRecord?: boolean }) {
  const world = useFingerprint().data;
  const parts = [
    `World “${ownWorld}”`,
    ...(world === undefined ? [] : [`seed ${world.seed}`]),
    ...(world === undefined || !isRecord ? [] : [`chain ${world.head}`]),
    ...(id === undefined ? [] : [id]),
  ];
  return (
    <p data-paper-only className={classes.source}>
      {parts.join(', ')}
    </p>
  );
}
