/** Operations of the control plane: compliance records of every account (decisions L60, L61). */

import { operations } from '../../openapi/operation.ts';
import { mifidRecordList, mifidRecordsQuery, mifidRecordView } from './mifid-list.ts';

export const mifidOperations = operations({
  listMifidRecords: {
    method: 'get',
    path: '/mifid-records',
    tag: 'Compliance',
    summary: 'List MiFID II records',
    description:
      'Lists the records of executions of both forms and all accounts, newest first, including expired ones: as ' +
      'JSON page by page, ' +
      'or as a CSV file of all that match.',
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
    summary: 'View a MiFID II record',
    description:
      'Returns what the service returns, or returned until its retention ended, with links to related resources.',
    source: 'decision L61',
    parameters: { id: 'Identifier of the MiFID II record.' },
    success: { status: 200, description: 'The record.', content: [mifidRecordView] },
    errors: ['not_found'],
  },
});
