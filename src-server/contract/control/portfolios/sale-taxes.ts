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

/** Nothing about allowances: the estimate of the reports of gains. */
export const taxCover = z
  .strictObject({
    owed: real('Estimated tax on gains realised before: of the tax year, and of the one before.'),
    due: real('The same with the gains of the plan. Tax that was paid is not recorded, so it counts as due.'),
    missing: real('Part of the tax due that exceeds the cash; 0 if the cash covers it.'),
  })
  .meta({ id: 'TaxCover', description: 'Gains tax due from the cash that a plan leaves.' });

export const realisedTax = z
  .strictObject({
    sequence: count('Sequence number of the sell in the plan.'),
    gain: z.number().describe('Gain that its fills realised; below 0: a loss.'),
    tax: z.number().describe('Its share of the tax; below 0: the tax on other gains that its loss saves.'),
  })
  .meta({ id: 'RealisedTax', description: 'Tax on the gain that the fills of one sell realised.' });
