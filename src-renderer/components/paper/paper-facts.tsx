/** On paper alone: of which world and instant a page is. */
import { useClock } from '../../api/clock-api.ts';
import { useFingerprint } from '../../api/world-api.ts';
import { ownWorld } from '../../state/own-world.ts';
import { formatInstant } from '../format/format-time.ts';

/** `asOf`: the instant of the figures, if it is not the present one. */
export function PaperFacts({ asOf }: { readonly asOf?: string }) {
  const world = useFingerprint().data;
  const now = useClock().data?.now;
  const at = asOf ?? now;
  return (
    <p data-paper-only style={{ flexBasis: '100%', margin: 0 }}>
      {at !== undefined && `As of ${formatInstant(at)} virtual UTC, in`}
      {at === undefined && 'In'} the Ballast world “{ownWorld}”
      {world !== undefined && ` with seed ${world.seed}, chain ${world.head}`}.
    </p>
  );
}
