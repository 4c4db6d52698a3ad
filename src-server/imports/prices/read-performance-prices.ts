/**
 * Reads the historical prices of the securities in a file of Portfolio Performance (XML) as points. A security that is
 * an exchange rate of the euro is a rate.
 */
import { isIsin } from '../../domain/identifiers/isin.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import type { CellPlace, ImportIssues, SourceFile } from '../source-file.ts';
import { nodeText, openPerformanceDocument, type PerformanceDocument } from '../xml/performance-document.ts';
import { childOf, childrenOf, type XmlNode } from '../xml/read-xml.ts';
import { type PricePoint, type ReadPrices, unreadFile } from './read-prices.ts';

/** Decimals of a price, by the first version that has them. */
const DECIMALS = [
  { since: 49, decimals: 8 },
  { since: 30, decimals: 4 },
  { since: 0, decimals: 2 },
] as const;
const MICRO_DECIMALS = 6;

export function readPerformancePrices(source: SourceFile, findings: ImportIssues): ReadPrices {
  const document = openPerformanceDocument(source, findings);
  if (document === null) return { file: unreadFile(source), points: [], rounded: [] };
  const rounded: CellPlace[] = [];
  const list = childOf(document.root, 'securities');
  const points = (list?.children ?? []).flatMap((child) => {
    const security = document.references.resolve(child);
    return security === null ? [] : pointsOf(document, security, findings, rounded);
  });
  const file = { ...unreadFile(source), layout: 'portfolio_performance' as const, dates: 'ymd' as const };
  return { file: { ...file, rows: points.length }, points, rounded };
}

function pointsOf(
  document: PerformanceDocument,
  security: XmlNode,
  findings: ImportIssues,
  rounded: CellPlace[],
): PricePoint[] {
  const subject = subjectOf(document, security);
  const leaveOut = (issue: string): PricePoint[] => {
    findings.leftOut.push({ ...document.placeOf(security), name: subject ?? '', issue });
    return [];
  };
  const name = nodeText(document, security, 'name');
  if (subject === null) return leaveOut(`${name} is an exchange rate that is not against the euro`);
  const list = childOf(security, 'prices');
  const prices = list === null ? [] : childrenOf(list, 'price');
  if (prices.length === 0) return leaveOut(`${name} has no prices`);
  const currency = isRate(document, security) ? '' : nodeText(document, security, 'currencyCode');
  return prices.flatMap((price): PricePoint[] => {
    const place = { ...document.placeOf(price), name: subject };
    const { t: date = '', v = '' } = price.attributes;
    const value = Number(v);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || parseInstant(`${date}T00:00:00Z`) === null || !/^\d+$/.test(v)) {
      findings.issues.push({ ...place, issue: `has no date or no price: t="${date}" v="${v}"` });
      return [];
    }
    const { decimals } = DECIMALS.find(({ since }) => document.version >= since) ?? DECIMALS[0];
    const perMicro = 10 ** (decimals - MICRO_DECIMALS);
    const priceMicro = Math.round(value / perMicro);
    if (priceMicro * perMicro !== value) rounded.push(place);
    return [{ subject, date, priceMicro: priceMicro === 0 ? null : priceMicro, dividendMicro: 0, currency, place }];
  });
}

function isRate(document: PerformanceDocument, security: XmlNode): boolean {
  return nodeText(document, security, 'targetCurrencyCode') !== '';
}

/** Returns the ISIN, or else symbol or name; for an exchange rate the currency that a euro is priced in, or `null`. */
function subjectOf(document: PerformanceDocument, security: XmlNode): string | null {
  const value = (name: string) => nodeText(document, security, name);
  if (isRate(document, security)) return value('currencyCode') === 'EUR' ? value('targetCurrencyCode') : null;
  const isin = value('isin').toUpperCase();
  if (isIsin(isin)) return isin;
  return [value('tickerSymbol'), value('name')].find((text) => text !== '') ?? '';
}
