/** The tax wrapper of a portfolio in one spelling: Form A writes `depot` and `isa`, Form B `Depot` and `ISA`. */
import { TAX_WRAPPERS } from '../../../src-server/contract/service/portfolio-choices.ts';

export function wrapperName(wrapper: string): string {
  const known = TAX_WRAPPERS.find((name) => name.toLowerCase() === wrapper.toLowerCase());
  return known ?? `${wrapper.slice(0, 1).toUpperCase()}${wrapper.slice(1)}`;
}
