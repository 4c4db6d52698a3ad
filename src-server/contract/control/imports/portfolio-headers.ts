/** Headers of columns, separated by commas, and costs, for imported files and pasted tables alike. */

export const PORTFOLIO_HEADERS = 'portfolio,account,depot,konto,securities account,compte,conto,rekening';
/** Of the types of transactions. */
export const TYPE_HEADERS =
  'type,action,transaction type,transaction,typ,art,buchungsart,tipo,side,buy/sell,buy sell,b/s,activity type,activity,operation,type of transaction,' +
  'vorgang,transaktion,transaktionstyp,transaktionsart,umsatztyp,umsatzart,transactietype,transactiesoort,soort,direction,kauf/verkauf,kauf verkauf,' +
  'auftragsart,geschäftsart,type operation,opération,sens,tipo operazione,operazione,tipo de operación,transaktionstyp,transaksjonstype,' +
  'transaktionstype,köp/sälj,order type,type d operation';

/** Of the cost of one share. */
export const UNIT_COST_HEADERS =
  'unit cost,cost price,cost per share,cost basis per share,purchase price,buy price,entry price,average price,avg price,average cost,avg cost,' +
  'einstandskurs,einstandspreis,kaufkurs,kaufpreis,durchschnittskurs,pru,prix de revient,prix de revient unitaire,prix d achat,prix moyen,cours d achat,' +
  'prezzo medio,gak';
/** Of the cost of one share, unless another column has a header of the list above. */
export const VAGUE_UNIT_COST_HEADERS = 'cost,einstand';
/** Of the cost of all shares of the row. */
export const TOTAL_COST_HEADERS =
  'total cost,cost basis,cost value,book value,book cost,purchase value,acquisition cost,einstandswert,anschaffungswert,anschaffungskosten,kaufwert,' +
  'montant investi,cout d achat,prix de revient total';

/**
 * Whether one of the two is five times as high as the other or more, as if the cost of all shares were read as that of
 * one.
 */
export function isFarFromPrice(unitCost: number, price: number): boolean {
  return unitCost * 5 <= price || price * 5 <= unitCost;
}
