/**
 * A small file of Portfolio Performance, nested as by XStream: a purchase of six shares for 1 012.90 in one portfolio,
 * and their transfer to another one, which is nested in the transfer.
 */

export function performanceFile(references: 'paths' | 'identifiers', version: number): string {
  const isById = references === 'identifiers';
  const id = (number: number) => (isById ? ` id="${number}"` : '');
  const to = (number: number, path: string) => `reference="${isById ? number : path}"`;
  // Since version 49 shares have eight decimals, before that six.
  const shares = version >= 49 ? 600_000_000 : 6_000_000;
  return `<?xml version="1.0" encoding="UTF-8"?>
<client${id(1)}>
  <version>${version}</version>
  <baseCurrency>EUR</baseCurrency>
  <securities>
    <security${id(2)}>
      <name>SAP &amp; Co</name>
      <currencyCode>EUR</currencyCode>
      <isin>DE0007164600</isin>
      <prices/>
    </security>
  </securities>
  <accounts>
    <account${id(3)}>
      <name>Konto 1</name>
      <currencyCode>EUR</currencyCode>
      <transactions>
        <account-transaction${id(4)}>
          <date>2018-01-01T00:00</date>
          <currencyCode>EUR</currencyCode>
          <amount>3500000</amount>
          <shares>0</shares>
          <type>DEPOSIT</type>
        </account-transaction>
        <account-transaction${id(5)}>
          <date${id(6)}>2018-01-02T00:00</date>
          <currencyCode>EUR</currencyCode>
          <amount>101290</amount>
          <security ${to(2, '../../../../../securities/security')}/>
          <crossEntry class="buysell"${id(7)}>
${firstPortfolio({ id, to, shares })}          </crossEntry>
          <shares>0</shares>
          <type>BUY</type>
        </account-transaction>
      </transactions>
    </account>
  </accounts>
  <portfolios>
    <portfolio ${to(8, '../../accounts/account/transactions/account-transaction[2]/crossEntry/portfolio')}/>
    <portfolio ${to(13, '../../accounts/account/transactions/account-transaction[2]/crossEntry/portfolio/transactions/portfolio-transaction[2]/crossEntry/portfolioTo')}/>
  </portfolios>
</client>
`;
}

interface Writer {
  readonly id: (number: number) => string;
  readonly to: (number: number, path: string) => string;
  readonly shares: number;
}

/** Inside the purchase that mentions it first, with the second portfolio inside the transfer to it. */
function firstPortfolio({ id, to, shares }: Writer): string {
  const inside = '../../../../../../../../..';
  return `            <portfolio${id(8)}>
              <name>Depot 1</name>
              <referenceAccount ${to(3, '../../../../..')}/>
              <transactions>
                <portfolio-transaction${id(9)}>
                  <date ${to(6, '../../../../../date')}/>
                  <currencyCode>EUR</currencyCode>
                  <amount>101290</amount>
                  <security ${to(2, `${inside}/securities/security`)}/>
                  <crossEntry class="buysell" ${to(7, '../../../..')}/>
                  <shares>${shares}</shares>
                  <type>BUY</type>
                </portfolio-transaction>
                <portfolio-transaction${id(10)}>
                  <date${id(11)}>2019-08-01T00:00</date>
                  <currencyCode>EUR</currencyCode>
                  <amount>177810</amount>
                  <security ${to(2, `${inside}/securities/security`)}/>
                  <crossEntry class="portfolio-transfer"${id(12)}>
                    <portfolioTo${id(13)}>
                      <name>Depot 2</name>
                      <referenceAccount ${to(3, `${inside}`)}/>
                      <transactions>
                        <portfolio-transaction${id(14)}>
                          <date ${to(11, '../../../../../date')}/>
                          <currencyCode>EUR</currencyCode>
                          <amount>177810</amount>
                          <security ${to(2, `${inside}/../../../../securities/security`)}/>
                          <shares>${shares}</shares>
                          <type>TRANSFER_IN</type>
                        </portfolio-transaction>
                      </transactions>
                    </portfolioTo>
                  </crossEntry>
                  <shares>${shares}</shares>
                  <type>TRANSFER_OUT</type>
                </portfolio-transaction>
              </transactions>
            </portfolio>
`;
}
