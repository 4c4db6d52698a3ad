/** The symbol of an instrument in a table, and on paper its name below it: clients know names, not symbols. */
import { useInstrumentsByIsin } from '../../api/market-api.ts';
import classes from './paper.module.css';
import { useIsPrinted } from './use-is-printed.ts';

interface InstrumentSymbolProps {
  readonly isin: string;
  readonly symbol: string;
  /** The tooltip. */
  readonly title?: string;
}

export function InstrumentSymbol({ isin, symbol, title = isin }: InstrumentSymbolProps) {
  return (
    <>
      <strong title={title}>{symbol}</strong>
      {useIsPrinted() && <PrintedName isin={isin} />}
    </>
  );
}

function PrintedName({ isin }: { readonly isin: string }) {
  return <span className={classes.name}>{useInstrumentsByIsin().get(isin)?.name}</span>;
}
