/**
 * Reads a file of Portfolio Performance (XML): the transactions of its securities accounts, and the balances of their
 * cash accounts. Reads shares in millionths (until version 48) and in hundred-millionths.
 */
import { unreadFile } from '../prices/read-prices.ts';
import type { CellPlace, ImportIssues, SourceFile } from '../source-file.ts';
import { readCurrency } from '../tables/currency-units.ts';
import { noteRounded } from '../tables/read-numbers.ts';
import { nodeText, openPerformanceDocument, type PerformanceDocument } from '../xml/performance-document.ts';
import { childOf, type XmlNode } from '../xml/read-xml.ts';
import {
  type CashAmount,
  EMPTY_STATEMENT,
  type InstrumentNames,
  type Movement,
  type MovementKind,
  type Statement,
  unitCostOf,
} from './statement.ts';

/** From this version on, shares have eight decimals instead of six. */
const EIGHT_DECIMALS_SINCE = 49;

export function readPortfolioPerformance(source: SourceFile, findings: ImportIssues): Statement {
  const opened = openPerformanceDocument(source, findings);
  if (opened === null) return { ...EMPTY_STATEMENT, file: unreadFile(source) };
  const document: PerformanceFile = {
    ...opened,
    sharesPerMicro: opened.version >= EIGHT_DECIMALS_SINCE ? 100 : 1,
    findings,
    followed: 0,
    rounded: [],
  };
  const portfolios = elementsOf(document, childOf(opened.root, 'portfolios'));
  const movements = portfolios.flatMap((portfolio) => movementsOf(document, portfolio));
  noteRounded('Quantities', document.rounded, findings);
  const cash = cashOf(document, opened.root, portfolios);
  const rows = portfolios.reduce((sum, each) => sum + (childOf(each, 'transactions')?.children.length ?? 0), 0);
  const file = { ...unreadFile(source), layout: 'portfolio_performance' as const, dates: 'ymd' as const, rows };
  return { ...EMPTY_STATEMENT, file, currency: childOf(opened.root, 'baseCurrency')?.text ?? '', movements, cash };
}

interface PerformanceFile extends PerformanceDocument {
  /** Number of units of the file's shares in a millionth. */
  readonly sharesPerMicro: number;
  readonly findings: ImportIssues;
  /** Number of elements that its lists have resolved to so far. */
  followed: number;
  /** Transactions whose shares have more than six decimals. */
  readonly rounded: CellPlace[];
}

/** More elements than any file has; lists that refer to each other would resolve to the product of their lengths. */
const MAX_ELEMENTS = 500_000;

/** Returns the elements that the children of a list resolve to. */
function elementsOf(document: PerformanceFile, list: XmlNode | null): XmlNode[] {
  const { references, findings, placeOf } = document;
  return (list?.children ?? []).flatMap((child) => {
    document.followed += 1;
    if (document.followed > MAX_ELEMENTS) {
      const issue = `stands for more than ${MAX_ELEMENTS} elements by its references`;
      if (document.followed === MAX_ELEMENTS + 1) findings.issues.push({ ...placeOf(child), issue });
      return [];
    }
    const found = references.resolve(child);
    if (found === null) findings.issues.push({ ...placeOf(child), issue: 'refers to an element that does not exist' });
    return found === null ? [] : [found];
  });
}

function movementsOf(document: PerformanceFile, portfolio: XmlNode): Movement[] {
  const name = nodeText(document, portfolio, 'name');
  return elementsOf(document, childOf(portfolio, 'transactions')).flatMap((transaction) => {
    const kind = KINDS.get(nodeText(document, transaction, 'type')) ?? null;
    const place = document.placeOf(transaction);
    const shares = Number(nodeText(document, transaction, 'shares'));
    const amount = Number(nodeText(document, transaction, 'amount'));
    const date = nodeText(document, transaction, 'date').slice(0, 10);
    const issue = faultOf(kind, shares, amount, date);
    if (issue !== null || kind === null) {
      document.findings.issues.push({ ...place, issue: issue ?? 'has an unknown type' });
      return [];
    }
    const quantityMicro = Math.round(shares / document.sharesPerMicro);
    if (quantityMicro === 0) {
      document.findings.leftOut.push({ ...place, issue: 'moves less than a millionth of a share' });
      return [];
    }
    const isRounded = quantityMicro * document.sharesPerMicro !== shares;
    if (isRounded) document.rounded.push(place);
    const { currency, perUnit } = readCurrency(nodeText(document, transaction, 'currencyCode'));
    return [
      {
        portfolio: name,
        kind,
        names: namesOf(document, transaction),
        quantityMicro,
        isRounded,
        unitCostMicro: unitCostOf(Math.round((amount * CENT_MICRO) / perUnit), quantityMicro),
        date,
        currency,
        exchange: '',
        weight: null,
        place,
      },
    ];
  });
}

/** Amounts are in hundredths. */
const CENT_MICRO = 10_000;

const KINDS: ReadonlyMap<string, MovementKind> = new Map([
  ['BUY', 'in'],
  ['DELIVERY_INBOUND', 'in'],
  ['SELL', 'out'],
  ['DELIVERY_OUTBOUND', 'out'],
  ['TRANSFER_IN', 'transfer_in'],
  ['TRANSFER_OUT', 'transfer_out'],
]);

function faultOf(kind: unknown, shares: number, amount: number, date: string): string | null {
  if (kind === null) return 'has an unknown type';
  if (!Number.isSafeInteger(shares) || shares < 0) return 'has no number of shares';
  if (!Number.isSafeInteger(amount)) return 'has no amount';
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? null : 'has no date';
}

function namesOf(document: PerformanceFile, transaction: XmlNode): InstrumentNames {
  const child = childOf(transaction, 'security');
  const security = child === null ? null : document.references.resolve(child);
  const value = (name: string) => (security === null ? '' : nodeText(document, security, name));
  return { isin: value('isin').toUpperCase(), symbol: value('tickerSymbol'), name: value('name') };
}

/** Types that add to a balance; every other type of a cash account subtracts from it. */
const CREDITS = new Set(['DEPOSIT', 'INTEREST', 'DIVIDENDS', 'FEES_REFUND', 'TAX_REFUND', 'SELL', 'TRANSFER_IN']);

/**
 * Returns the balance of each portfolio's account; an account that several portfolios share counts only for the first.
 */
function cashOf(document: PerformanceFile, root: XmlNode, portfolios: readonly XmlNode[]): CashAmount[] {
  const { findings, placeOf, references } = document;
  const owners = new Map<XmlNode, string>();
  for (const portfolio of portfolios) {
    const child = childOf(portfolio, 'referenceAccount');
    const account = child === null ? null : references.resolve(child);
    if (account !== null && !owners.has(account)) owners.set(account, nodeText(document, portfolio, 'name'));
  }
  return elementsOf(document, childOf(root, 'accounts')).flatMap((account) => {
    const cents = elementsOf(document, childOf(account, 'transactions')).reduce((sum, transaction) => {
      const amount = Number(nodeText(document, transaction, 'amount'));
      if (!Number.isSafeInteger(amount)) {
        findings.issues.push({ ...placeOf(transaction), issue: 'has no amount' });
        return sum;
      }
      return CREDITS.has(nodeText(document, transaction, 'type')) ? sum + amount : sum - amount;
    }, 0);
    const [place, portfolio] = [placeOf(account), owners.get(account)];
    const { currency, perUnit } = readCurrency(nodeText(document, account, 'currencyCode'));
    if (portfolio !== undefined)
      return [{ portfolio, amountMicro: Math.round((cents * CENT_MICRO) / perUnit), currency, place }];
    const name = nodeText(document, account, 'name');
    if (cents !== 0) findings.leftOut.push({ ...place, issue: `${name} is not the cash account of any portfolio` });
    return [];
  });
}
