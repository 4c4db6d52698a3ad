/** What the columns of imported files and of pasted tables have in common: headers, separated by commas, and costs. */

export const PORTFOLIO_HEADERS = 'portfolio,account,depot,konto,securities account,compte,conto,rekening';

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
