/** Set-up of every test file: removes the test folders of the file after it. */
import { afterAll } from 'vitest';
import { removeTestFolders } from './test-folders.ts';

afterAll(removeTestFolders);
