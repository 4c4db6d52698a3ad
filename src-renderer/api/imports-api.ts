/** Files of prices and portfolios: what is in them, and their way into the world. */
import { answerOf, control, type Schemas } from './api-client.ts';

export type PriceImportReport = Schemas['PriceImportReport'];
export type PortfolioImportReport = Schemas['PortfolioImportReport'];
export type ImportReport = PriceImportReport | PortfolioImportReport;

/** With `check` nothing changes; without it, 400 for what cannot be loaded. */
export const importPrices = (body: Schemas['ImportPrices']) => answerOf(control.POST('/imports/prices', { body }));

/** The same of portfolios. */
export const importPortfolios = (body: Schemas['ImportPortfolios']) =>
  answerOf(control.POST('/imports/portfolios', { body }));
