/**
 * Countries whose law prescribes which tax lots a private sale of fungible shares uses. The interface accepts other
 * methods (decision F9), so the app warns. Matches the defaults of `fixtures/market/tax-methods.json`. Pure.
 */
import { countryName } from '../portfolios/wrapper-tax.ts';
import { type TaxMethod, taxMethodName } from './plan-parameters.ts';

/** The statutes are named from memory. */
export const PRESCRIBED: Readonly<Record<string, { readonly method: TaxMethod; readonly law: string }>> = {
  AT: { method: 'average_cost', law: '§ 27a (4) EStG' },
  DE: { method: 'FIFO', law: '§ 20 (4) EStG' },
  DK: { method: 'average_cost', law: '§ 26 aktieavancebeskatningsloven' },
  ES: { method: 'FIFO', law: 'article 37.2 LIRPF' },
  FI: { method: 'FIFO', law: '§ 47 tuloverolaki' },
  FR: { method: 'average_cost', law: 'article 150-0 D CGI' },
  GB: { method: 'average_cost', law: 'section 104 TCGA 1992' },
  IE: { method: 'FIFO', law: 'section 580 TCA 1997' },
  NO: { method: 'FIFO', law: '§ 10-36 skatteloven' },
  PT: { method: 'FIFO', law: 'article 43 CIRS' },
  SE: { method: 'average_cost', law: 'chapter 48 § 7 inkomstskattelagen' },
};

/** The lot methods of a law, by which sales of a method are matched. */
const METHOD_OF_RULE: Readonly<Record<string, string>> = { section_104: 'average_cost', section_581: 'FIFO' };

/** `country`: where gains are taxed; `null` if they are not. The result is `null` if the method is no breach. */
export function methodWarning(country: string | null, method: string): string | null {
  const rule = country === null ? undefined : PRESCRIBED[country];
  if (country === null || rule === undefined || rule.method === (METHOD_OF_RULE[method] ?? method)) return null;
  return `This plan sells by ${taxMethodName(method)}, but the tax law of ${countryName(country)} prescribes ${taxMethodName(rule.method)} (${rule.law}). The tax that is due will differ from this estimate.`;
}
