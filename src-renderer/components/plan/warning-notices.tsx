/** The service's warnings, with symbols in place of ISINs. */
import { useInstrumentsByIsin } from '../../api/market-api.ts';
import { Notice } from '../feedback/notice.tsx';
import { withOwnSpaces } from '../format/format-number.ts';
import { withSymbols } from '../format/named-instruments.ts';

interface Warning {
  readonly code: string;
  readonly message: string;
}

export function WarningNotices({ warnings }: { readonly warnings: readonly Warning[] }) {
  const instruments = useInstrumentsByIsin();
  return warnings.map(({ code, message }) => (
    <Notice key={code + message} tone="warn">
      {withOwnSpaces(withSymbols(message, instruments))}
    </Notice>
  ));
}
