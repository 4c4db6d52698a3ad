/**
 * The meanings of types of transactions for positions, as brokers and portfolio trackers label them in English, German,
 * French, Dutch, Italian, Spanish and the Nordic languages. Any other type is unknown: it is never assumed to move no
 * position.
 */
import type { TypeMeaning } from './import-meanings.ts';
import { plainLabel } from './plain-label.ts';

/** `transfer`: in or out by the sign of its quantity. */
export type TransactionKind = TypeMeaning | 'transfer';

/** Separated by commas. Terms of orders (`Market sell`) are handled separately. */
const TYPES: Readonly<Record<TransactionKind, string>> = {
  buy:
    'buy,bought,purchase,purchased,b,bot,kauf,kaufen,gekauft,wertpapierkauf,k,ankauf,zeichnung,sparplan,sparplanausführung,sparplankauf,' +
    'wertpapiersparplan,savings plan,savings plan execution,saveback,round up,reinvest,reinvest shares,reinvestment,reinvested dividend shares,' +
    'dividend reinvestment,wiederanlage,ertragswiederanlage,achat,achat comptant,souscription,compra,acquisto,sottoscrizione,koop,aankoop,gekocht,' +
    'köp,köpt,kjøp,kjøpt,køb,købt,osto,subscription,spin off,spinoff,bonus issue,bonus shares,stock dividend,aktiendividende,gratisaktien,' +
    'einbuchung,einlieferung,wertpapiereingang,delivery inbound,distribution entrante,livraison entrante,trasferimento titoli in entrata,' +
    'add holding,einbuchung wertpapier,buy to open',
  sell:
    'sell,sold,sale,s,v,sld,verkauf,verkaufen,verkauft,wertpapierverkauf,vk,rücknahme,vente,vente comptant,rachat,venta,vendi,vendita,vendite,verkoop,' +
    'verkocht,sälj,sålt,sold out,försäljning,salg,solgt,myynti,ausbuchung,wertloser verfall,auslieferung,wertpapierausgang,delivery outbound,' +
    'distribution sortante,livraison sortante,trasferimento titoli in uscita,redemption,redeemed,full redemption,partial redemption,tilgung,rückzahlung,' +
    'endfälligkeit,remboursement,rimborso,aflossing,inlösen,innløsning,indfrielse,reembolso,maturity,worthless,expiration,remove holding,sell to close',
  transfer_in:
    'transfer in,transfer inbound,umbuchung eingang,depotübertrag eingang,übertrag eingang,depoteingang,transfert entrant,trasferimento in entrata,' +
    'överföring in,overføring inn,overførsel ind',
  transfer_out:
    'transfer out,transfer outbound,umbuchung ausgang,depotübertrag ausgang,übertrag ausgang,depotausgang,transfert sortant,trasferimento in uscita,' +
    'överföring ut,overføring ut,overførsel ud',
  transfer:
    'transfer,journal,journaled shares,security transfer,internal transfer,depotübertrag,übertrag,umbuchung,transfert,trasferimento,overboeking effecten,' +
    'överföring,värdepappersöverföring,overføring,overførsel,acats',
  split:
    'split,stock split,share split,forward split,reverse split,reverse stock split,aktiensplit,splitt,aktiesplit,aktiesplitt,regroupement,' +
    'division,fractionnement,frazionamento,raggruppamento,splitsing,omgekeerde splitsing,kapitalherabsetzung,zusammenlegung,aktienzusammenlegung',
  merger:
    'merger,stock merger,merger stock,merger shares,fusion,fusie,fusione,fusjon,fusión,verschmelzung,umtausch,aktientausch,isin wechsel,wertpapierumtausch,' +
    'exchange of shares,share exchange,conversion,isin change,stock split open,stock split close,échange,concambio,omwisseling',
  skip:
    'dividend,dividends,dividende,dividenden,cash dividend,qualified dividend,non qualified dividend,ordinary dividend,special dividend,interim dividend,' +
    'div,dividendo,dividendi,utdelning,utbytte,udbytte,osinko,ausschüttung,erträgnis,ertrag,thesaurierung,vorabpauschale,coupon,kupon,cedola,coupons,' +
    'interest,interest on cash,credit interest,debit interest,bank interest,bond interest,lending interest,zinsen,zins,zinszahlung,habenzins,' +
    'sollzins,intérêts,interessi,rente,ränta,rente inntekt,intereses,interest payment,deposit,deposits,deposits withdrawals,einzahlung,einlage,' +
    'versement,versamento,storting,insättning,innskudd,indsætning,ingreso,withdrawal,withdrawals,withdraw,auszahlung,entnahme,retrait,prelievo,opname,uttag,' +
    'uttak,hævning,retirada,removal,cash top up,cash withdrawal,top up,fee,fees,custody fee,management fee,adr mgmt fee,service fee,gebühr,gebühren,' +
    'depotgebühr,frais,droits de garde,commissioni,commissione,kosten,bewaarloon,avgift,gebyr,comisión,fee refund,fees refund,gebührenerstattung,' +
    'tax,taxes,tax refund,withholding tax,nra tax adj,foreign tax,steuer,steuern,steuererstattung,steuerausgleich,quellensteuer,impôt,taxe,imposta,' +
    'belasting,dividendbelasting,skatt,källskatt,utländsk källskatt,preliminärskatt,kildeskatt,impuesto,currency conversion,fx,forex,fx trade,' +
    'währungstausch,devisengeschäft,change,valuta,valutaveksling,cash transfer,moneylink transfer,wire funds,wire received,wire sent,card debit,card credit,' +
    'card transaction,kartentransaktion,kartenzahlung,überweisung,sepa transfer,lastschrift,gutschrift,cashback,spending cashback,tax free savings,' +
    'misc cash entry,cash in lieu,reinvest dividend,qual div reinvest,capital gain,long term cap gain,short term cap gain,' +
    'security lending,lending income,promotion,free cash,liability,item,credit,account interest,stamp duty',
};

/** Terms of an order that do not indicate its direction. */
const ORDER_TERMS = new Set([
  'market',
  'limit',
  'stop',
  'loss',
  'trailing',
  'order',
  'trade',
  'executed',
  'wertpapier',
]);

const KIND_BY_TYPE = new Map(
  Object.entries(TYPES).flatMap(([kind, types]) =>
    types.split(',').map((type) => [plainLabel(type), kind as TransactionKind]),
  ),
);

/** Returns `null` if the type is unknown. `stated`: meanings of types, by their plain labels. */
export function transactionKindOf(
  type: string,
  stated: ReadonlyMap<string, string> = new Map(),
): TransactionKind | null {
  const label = plainLabel(type);
  const meaning = stated.get(label);
  // The caller has checked that it is one of the meanings.
  if (meaning !== undefined) return meaning as TypeMeaning;
  return KIND_BY_TYPE.get(label) ?? KIND_BY_TYPE.get(withoutOrderTerms(type)) ?? (isDividend(label) ? 'skip' : null);
}

/** Removes terms of orders: `Market sell`, `BUY - LIMIT`. */
function withoutOrderTerms(type: string): string {
  return type
    .slice(0, LONGEST_TYPE)
    .split(/[\s\-_/:]+/)
    .map(plainLabel)
    .filter((part) => !ORDER_TERMS.has(part))
    .join('');
}

const LONGEST_TYPE = 100;

/**
 * Whether a type such as `Dividend (Ordinary)` pays cash; reinvested dividends and those paid in shares move a
 * position.
 */
function isDividend(label: string): boolean {
  return /^(?:dividend|dividende|dividendo|utdelning)/.test(label) && !/reinv|share|stock|scrip|aktie|drip/.test(label);
}

interface TypeCells {
  /** The number of cells that are types; 0 if none of the types moves a position. */
  readonly count: number;
  /** Whether every cell with a text is a type that counts. */
  readonly areAll: boolean;
}

/**
 * Counts the cells of a column that are types of transactions. One letter is a type under a header of types, or where
 * all cells are types and some buy and others sell; in any other column it is a class of shares.
 */
export function typesAmong(
  cells: readonly string[],
  isHeaded: boolean,
  stated: ReadonlyMap<string, string> = new Map(),
): TypeCells {
  const texts = Map.groupBy(
    cells.filter((cell) => cell !== ''),
    (cell) => cell,
  );
  const found = [...texts].map(([text, { length }]) => ({
    length,
    kind: transactionKindOf(text, stated),
    isLetter: text.length < 2 && !stated.has(plainLabel(text)),
  }));
  const has = (wanted: TransactionKind) => found.some(({ kind }) => kind === wanted);
  const hasLetters = isHeaded || (has('buy') && has('sell') && found.every(({ kind }) => kind !== null));
  const types = found.filter(({ kind, isLetter }) => kind !== null && (hasLetters || !isLetter));
  if (types.every(({ kind }) => kind === 'skip')) return { count: 0, areAll: false };
  return { count: types.reduce((sum, { length }) => sum + length, 0), areAll: types.length === found.length };
}
