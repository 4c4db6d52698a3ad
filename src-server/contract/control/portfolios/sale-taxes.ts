/** API schema of the tax that the sells of a plan cause, sell by sell (decision L135). Amounts in base currency. */
import { z } from 'zod';
import { count, isinText, micText, real } from '../../fields/described.ts';
import { usedLot } from '../../service/form-b.ts';

const saleTax = z
  .strictObject({
    sequence: count('Sequence number of its order in the plan.'),
    isin: isinText,
    exchange: micText,
    gain: z
      .number()
      .nullable()
      .describe(
        'Proceeds less all estimated costs and the cost of the lots; below 0: a loss. Null if its lots are not known.',
      ),
    tax: z
      .number()
      .nullable()
      .describe(
        'Its share of the tax; below 0: the tax on other gains that its loss saves. Null if its lots are not known.',
      ),
    lots: z.array(usedLot).describe('Lots that it uses, as estimated.'),
  })
  .meta({ id: 'SaleTax', description: 'Tax caused by one sell of a plan.' });

export const saleTaxes = z
  .strictObject({
    tax_rate: real('Headline rate on the net gain, 0 to 1; 0 where gains are not taxed.'),
    net_gain: real('Net gain of all sells, losses set off.'),
    tax: real('Tax on the net gain: the sum of its shares. Not part of the costs.'),
    sells: z.array(saleTax).describe('One entry per sell, in the order of the plan.'),
    earlier: z
      .strictObject({
        gain: real('Change in the gains of earlier sells that this plan causes.'),
        tax: real('Its share of the tax.'),
      })
      .nullable()
      .describe('Effect of the plan on earlier sells, under rules that match them again; null if there is none.'),
  })
  .meta({
    id: 'SaleTaxes',
    description: 'Tax caused by the sells of a plan, sell by sell, with the lots used.',
  });
export type SaleTaxesWire = z.infer<typeof saleTaxes>;
