/** The cell that says which instrument a row is about, and what the service refused of the row as a whole. */
import { useInstrumentsByIsin } from '../../../api/queries.ts';

interface InstrumentCellProps {
  readonly isin: string;
  readonly error: string | null;
}

export function InstrumentCell({ isin, error }: InstrumentCellProps) {
  const instrument = useInstrumentsByIsin().get(isin);
  return (
    <td className="editor-instrument" title={`${instrument?.name ?? ''} ${isin}`}>
      <strong>{instrument?.symbol ?? isin}</strong> {instrument?.name}{' '}
      <span className="mono muted editor-isin">{isin}</span>
      {error !== null && <div className="fail editor-row-error">{error}</div>}
    </td>
  );
}
