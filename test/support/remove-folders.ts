/** Set-up of every test file: the folders that it was given go with it. */
import { afterAll } from 'vitest';
import { removeTestFolders } from './test-folders.ts';

afterAll(removeTestFolders);
