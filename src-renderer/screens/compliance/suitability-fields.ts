/** The fields of a record about its client, and why the trade suited them (MiFID II, Art. 25; Annex II). Pure. */
import type { MifidRecordWire } from '../../../src-server/contract/service/mifid.ts';
import { formatPercent } from '../../components/format/format-number.ts';
import { orNone, type RecordField, recordedInstant, recordedWord } from './record-field.ts';

type Suitability = MifidRecordWire['suitability'];

/** Of Delegated Regulation (EU) 2017/565. */
const RULES = '2017/565, Art. 54';

export function clientFields({ client_id: id, category, country }: MifidRecordWire['client']): readonly RecordField[] {
  return [
    { name: 'Client, by a pseudonym', value: id, paths: ['/client/client_id'] },
    {
      name: 'Client category',
      source: 'MiFID II, Annex II',
      value: recordedWord(category),
      paths: ['/client/category'],
    },
    { name: 'Country of tax', value: orNone(country), paths: ['/client/country'] },
  ];
}

export function suitabilityFields(part: Suitability): readonly RecordField[] {
  return [...assessmentFields(part), ...weightFields(part), ...reasonFields(part)];
}

function assessmentFields(part: Suitability): readonly RecordField[] {
  return [
    {
      name: 'Suitability assessment',
      source: RULES,
      value: recordedWord(part.assessment),
      paths: ['/suitability/assessment'],
    },
    { name: 'Method', value: recordedWord(part.method), paths: ['/suitability/method'] },
    { name: 'Assessed at', value: recordedInstant(part.assessed_at), paths: ['/suitability/assessed_at'] },
    { name: 'Risk profile', value: recordedWord(part.risk_profile), paths: ['/suitability/risk_profile'] },
    {
      name: 'Annual volatility of the targets',
      value: formatPercent(part.portfolio_volatility),
      paths: ['/suitability/portfolio_volatility'],
    },
    {
      name: 'Annual volatility of the instrument',
      value: formatPercent(part.instrument_volatility),
      paths: ['/suitability/instrument_volatility'],
    },
    { name: 'Kind of account', value: part.account, paths: ['/suitability/account'] },
  ];
}

function weightFields(part: Suitability): readonly RecordField[] {
  return [
    {
      name: 'Weight before, target, after the plan',
      value: [part.weight_before, part.weight_target, part.weight_after].map(formatPercent).join(', '),
      paths: ['/suitability/weight_before', '/suitability/weight_target', '/suitability/weight_after'],
    },
    { name: 'Drift threshold', value: formatPercent(part.drift_threshold), paths: ['/suitability/drift_threshold'] },
  ];
}

function reasonFields({ reason, reservations }: Suitability): readonly RecordField[] {
  return [
    {
      name: 'Reason of the order',
      value: `${recordedWord(reason.code)}. ${reason.text}`,
      paths: ['/suitability/reason/code', '/suitability/reason/text'],
    },
    {
      name: 'Reservations',
      value: reservations.length === 0 ? 'none' : reservations.join(' '),
      paths:
        reservations.length === 0
          ? ['/suitability/reservations']
          : reservations.map((_, n) => `/suitability/reservations/${n}`),
    },
  ];
}
