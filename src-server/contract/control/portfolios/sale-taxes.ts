/** Wire schema of the tax that the sells of a plan cause, sell by sell (decision L135). Amounts in base currency. */
import { z } from 'zod';
import { count, isinText, micText, real } from '../../fields/described.ts';
import { usedLot } from '../../service/form-b.ts';

const saleTax = z
  .strictObject({
    sequence: count('Of its order in the plan.'),
    isin: isinText,
    exchange: micText,
    gain: z
      .number()
      .nullable()
      .describe(
        'Proceeds less all estimated costs and what the lots cost; below 0: a loss. Null: its lots are not known.',
      ),
    tax: z
      .number()
      .nullable()
      .describe(
        'Its share of the tax: below 0 what its loss saves of the tax on other gains. Null: its lots are not known.',
      ),
    lots: z.array(usedLot).describe('The lots that it takes, as estimated.'),
  })
  .meta({ id: 'SaleTax', description: 'The tax that one sell of a plan causes.' });

export const saleTaxes = z
  .strictObject({
    tax_rate: real('Headline rate on the net gain, 0 to 1; 0 where gains are not taxed.'),
    net_gain: real('Of all sells, losses set off.'),
    tax: real('On the net gain; the sum of its shares. No part of the costs.'),
    sells: z.array(saleTax).describe('One for each sell, in the order of the plan.'),
    earlier: z
      .strictObject({
        gain: real('How much more or less earlier sells gain by this plan.'),
        tax: real('Its share of the tax.'),
      })
      .nullable()
      .describe('What the plan changes of sells before it, under rules that match them anew. Null: nothing.'),
  })
  .meta({
    id: 'SaleTaxes',
    description: 'The tax that the sells of a plan cause, sell by sell, with the lots they take.',
  });
export type SaleTaxesWire = z.infer<typeof saleTaxes>;
