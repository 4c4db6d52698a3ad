/** States beside dividends which taxes on them are not computed; also on paper. */
import { Text } from '@mantine/core';

export function DividendTaxNote() {
  return (
    <Text c="dimmed" fz="sm" m={0} px={12} py={6} role="note">
      Of dividends, only the tax withheld in the country of the company is deducted. What the investor’s own country
      taxes beyond that, and what a treaty or an assessment gives back, is not computed.
    </Text>
  );
}
