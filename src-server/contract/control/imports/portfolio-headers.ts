/** Headers of columns of portfolios that imported files and pasted tables share, separated by commas. */

export const PORTFOLIO_HEADERS = 'portfolio,account,depot,konto,securities account,compte,conto,rekening';
