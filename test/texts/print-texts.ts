/**
 * Prints every text of the sources that a user can see, with its place: `node test/texts/print-texts.ts [PATH…]`,
 * limited to paths with these prefixes. For reading them from beginning to end, as a new user would.
 */

import { packageRoot } from '../../src-server/system/package-root.ts';
import { readSourceTree } from '../architecture/source-tree.ts';
import { visibleTexts } from './visible-texts.ts';

const beginnings = process.argv.slice(2);
const files = readSourceTree(packageRoot(), ['src-main', 'src-renderer', 'src-server']).filter(
  ({ path }) => beginnings.length === 0 || beginnings.some((beginning) => path.startsWith(beginning)),
);
let count = 0;
for (const file of files) {
  const texts = visibleTexts(file);
  count += texts.length;
  if (texts.length > 0) process.stdout.write(`\n${file.path}\n`);
  for (const { line, taker, text } of texts) {
    process.stdout.write(`${String(line).padStart(5)} ${taker === '' ? '' : `[${taker}] `}${text}\n`);
  }
}
process.stdout.write(`\n${count} texts\n`);
