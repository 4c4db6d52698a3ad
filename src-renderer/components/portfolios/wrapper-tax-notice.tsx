/** Warns where the wrapper of a portfolio applies the tax rules of a country that its base currency does not suggest. */
import { Notice } from '../feedback/notice.tsx';
import { wrapperTaxWarning } from './wrapper-tax.ts';

interface WrapperTaxNoticeProps {
  readonly wrapper: string;
  readonly currency: string;
}

export function WrapperTaxNotice({ wrapper, currency }: WrapperTaxNoticeProps) {
  const warning = wrapperTaxWarning(wrapper, currency);
  return warning !== null && <Notice tone="warn">{warning}</Notice>;
}
