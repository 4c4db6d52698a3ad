/** The control plane: compliance records of every account (decisions L60, L61). */

import { operations } from '../../openapi/operation.ts';
import { mifidRecordList, mifidRecordsQuery, mifidRecordView } from './mifid-list.ts';

export const mifidOperations = operations({
  listMifidRecords: {
    method: 'get',
    path: '/mifid-records',
    tag: 'Compliance',
    summary: 'List MiFID II records',
    description:
      'Records of executions of both forms and all accounts, newest first, expired ones too. As JSON page by page, or as a ' +
      'file of all that match, up to `limit`.',
    source: 'decisions L60, L62',
    query: mifidRecordsQuery,
    success: {
      status: 200,
      description: 'The records.',
      content: [mifidRecordList, 'text/csv'],
      headers: ['Content-Disposition'],
    },
  },
  viewMifidRecord: {
    method: 'get',
    path: '/mifid-records/{id}',
    tag: 'Compliance',
    summary: 'Look into a MiFID II record',
    description: 'What the service answers with, or did until its retention ended, and where to go on.',
    source: 'decision L61',
    parameters: { id: 'MiFID II record, by its identifier.' },
    success: { status: 200, description: 'The record.', content: [mifidRecordView] },
    errors: ['not_found'],
  },
});
