/** Which part of a portfolio was beyond its band when a plan was made: the same position that the explanation names. */
import type { PlanExplanationWire } from '../../../src-server/contract/service/explanation.ts';
import { useInstrumentsByIsin } from '../../api/market-api.ts';
import { formatPercent, signedPercent } from '../format/format-number.ts';
import { Fact } from '../layout/facts.tsx';
import { symbolOf } from './order-columns.tsx';

/** Nothing for plans made before this was stored. */
export function BreachFact({ explanation: { breach } }: { readonly explanation: PlanExplanationWire }) {
  const instruments = useInstrumentsByIsin();
  if (breach === null) return null;
  const { isin, drift, threshold, band_type: type, fx_overlay: fxOverlay, positions } = breach;
  if (isin === null) {
    return (
      <Fact label="Triggered by" hint={fxOverlay ? WITHOUT_RATES : undefined}>
        portfolio drift {formatPercent(drift)} <small>above {formatPercent(threshold)}</small>
      </Fact>
    );
  }
  const base = type === 'relative' ? ' of its target' : '';
  const own = positions.find((row) => row.isin === isin)?.drift ?? 0;
  const size = signedPercent(own < 0 ? -drift : drift);
  return (
    <Fact label="Triggered by" hint={fxOverlay ? WITHOUT_RATES : undefined}>
      {symbolOf(isin, instruments)} {size}{' '}
      <small>
        beyond ±{formatPercent(threshold)}
        {base}
      </small>
    </Fact>
  );
}

const WITHOUT_RATES = 'Without currency moves, which this plan ignores';
