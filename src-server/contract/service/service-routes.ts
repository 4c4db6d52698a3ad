/** Requests to the simulated service, typed by the rows of its operations, for each form. Types only. */
import type { RowBody, RowsByRoute, RowsOf } from '../openapi/request-terms.ts';

type FormAOperations = typeof import('./form-a-operations.ts');
type FormBOperations = typeof import('./form-b-operations.ts');

export type FormARows = RowsByRoute<
  RowsOf<FormAOperations['formAOperations']> | FormAOperations['createPortfolioInFormA']
>;
export type FormBRows = RowsByRoute<
  RowsOf<FormBOperations['formBOperations']> | FormBOperations['createPortfolioInFormB']
>;

/** The body of a request, as a client may write it. */
export type FormABody<Route extends keyof FormARows> = RowBody<FormARows[Route]>;
export type FormBBody<Route extends keyof FormBRows> = RowBody<FormBRows[Route]>;
