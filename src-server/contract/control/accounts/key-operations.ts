import { operations } from '../../openapi/operation.ts';
import { changeKey, createdKey, createKey, keyList, keysQuery, keyView } from './accounts.ts';

export const keyOperations = operations({
  listKeys: {
    method: 'get',
    path: '/keys',
    tag: 'Accounts',
    summary: 'List keys',
    description: 'API keys without their secrets, revoked ones too.',
    source: 'decision E1',
    query: keysQuery,
    success: { status: 200, description: 'The keys.', content: [keyList] },
  },
  createKey: {
    method: 'post',
    path: '/keys',
    tag: 'Accounts',
    summary: 'Create a key',
    description: 'The answer is the only one that ever carries the secret.',
    source: 'decision E1',
    body: createKey,
    success: { status: 201, description: 'The key with its secret.', content: [createdKey] },
    errors: ['not_found'],
  },
  changeKey: {
    method: 'patch',
    path: '/keys/{id}',
    tag: 'Accounts',
    summary: 'Change a key',
    description: 'Changes its name and its rate limit; what is left out stays.',
    source: 'decision E2',
    parameters: { id: 'Key, by its identifier.' },
    body: changeKey,
    success: { status: 200, description: 'The key as it is now.', content: [keyView] },
    errors: ['not_found'],
  },
  revokeKey: {
    method: 'delete',
    path: '/keys/{id}',
    tag: 'Accounts',
    summary: 'Revoke a key',
    description: 'From now on it is 401; it cannot be taken back.',
    source: 'decision E1',
    parameters: { id: 'Key, by its identifier.' },
    success: { status: 200, description: 'The key, which is revoked.', content: [keyView] },
    errors: ['not_found'],
  },
});
