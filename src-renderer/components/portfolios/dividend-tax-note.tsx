/** States beside dividends which taxes on them are not computed; also on paper. */
import { Text } from '@mantine/core';

export function DividendTaxNote() {
  return (
    <Text c="dimmed" fz="sm" m={0} px="md" py={6} role="note">
      Only the tax withheld in the company’s country is deducted from dividends. Further tax in the investor’s own
      country, and refunds under a treaty or an assessment, are not computed.
    </Text>
  );
}
