import { operations } from '../../openapi/operation.ts';
import { changeKeyBody, createdKey, createKeyBody, keyList, keysQuery, keyView } from './accounts.ts';

export const keyOperations = operations({
  listKeys: {
    method: 'get',
    path: '/keys',
    tag: 'Accounts',
    summary: 'List keys',
    description: 'Lists API keys without their secrets, including revoked ones.',
    source: 'decision E1',
    query: keysQuery,
    success: { status: 200, description: 'The keys.', content: [keyList] },
  },
  createKey: {
    method: 'post',
    path: '/keys',
    tag: 'Accounts',
    summary: 'Create a key',
    description: 'Creates a key of an account. No other response ever contains its secret.',
    source: 'decision E1',
    body: createKeyBody,
    success: { status: 201, description: 'The key with its secret.', content: [createdKey] },
    errors: ['not_found'],
  },
  changeKey: {
    method: 'patch',
    path: '/keys/{id}',
    tag: 'Accounts',
    summary: 'Change a key',
    description: 'Changes the name and the rate limit of a key; what is left out does not change.',
    source: 'decision E2',
    parameters: { id: 'Identifier of the key.' },
    body: changeKeyBody,
    success: { status: 200, description: 'The updated key.', content: [keyView] },
    errors: ['not_found'],
  },
  revokeKey: {
    method: 'delete',
    path: '/keys/{id}',
    tag: 'Accounts',
    summary: 'Revoke a key',
    description: 'Revokes a key: from now on, requests with it receive 401. This cannot be undone.',
    source: 'decision E1',
    parameters: { id: 'Identifier of the key.' },
    success: { status: 200, description: 'The revoked key.', content: [keyView] },
    errors: ['not_found'],
  },
});
