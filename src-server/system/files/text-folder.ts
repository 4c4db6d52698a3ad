/** Writes text files for Ballast or its user: whole trees, and long files line by line. */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { makeFolder } from './durable-files.ts';
import { readyFolder } from './durable-folders.ts';
import { isWithin } from './read-source.ts';

/**
 * Replaces `folder` with texts or bytes by their paths (with slashes): the old content is gone once all of them are
 * written. Throws, with nothing written or removed, where a path leads out of the folder or the disk fails.
 */
export function writeFolder(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  const stray = Object.keys(files).find((path) => !isWithin(folder, join(folder, path)));
  if (stray !== undefined) throw new Error(`${JSON.stringify(stray)} leads out of the folder that it is written to`);
  const ready = readyFolder(folder);
  try {
    for (const [path, content] of Object.entries(files)) {
      const file = join(ready.draft, path);
      makeFolder(dirname(file));
      writeDraft(file, [content]);
    }
    ready.moveIn();
  } catch (error) {
    ready.discard();
    throw error;
  }
}

/** Returns `file` relative to `root`, with slashes on every system. */
export function pathBelow(root: string, file: string): string {
  return relative(root, file).split(sep).join('/');
}

export function fileExists(file: string): boolean {
  return existsSync(file);
}

const PART_CHARS = 65_536;

/**
 * Writes parts one after the other, makes a missing folder, and gives the file its name at the end, so that nobody sees
 * half of it. Throws where a part or the disk fails, and leaves no new file.
 */
export function writeInParts(file: string, parts: Iterable<string>): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  // A pipe or a device, such as /dev/stdout, is written to and not replaced.
  if (stats !== undefined && !stats.isFile() && !stats.isDirectory()) {
    writeDraft(file, parts);
    return;
  }
  makeFolder(dirname(file));
  const place = stats === undefined ? file : realpathSync(file);
  const draft = `${place}.new`;
  try {
    writeDraft(draft, parts);
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function writeDraft(draft: string, parts: Iterable<string | Uint8Array>): void {
  const descriptor = openSync(draft, 'w');
  try {
    let text = '';
    for (const part of parts) {
      if (typeof part !== 'string') {
        writeAll(descriptor, text);
        writeAll(descriptor, part);
        text = '';
        continue;
      }
      text += part;
      if (text.length < PART_CHARS) continue;
      writeAll(descriptor, text);
      text = '';
    }
    writeAll(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Appends all of a text or nothing: half a line on a full disk would corrupt the next one. */
export function appendWhole(file: string, text: string): void {
  const descriptor = openSync(file, 'a');
  try {
    const { size } = fstatSync(descriptor);
    try {
      writeAll(descriptor, text);
    } catch (error) {
      ftruncateSync(descriptor, size);
      throw error;
    }
  } finally {
    closeSync(descriptor);
  }
}

function writeAll(descriptor: number, content: string | Uint8Array): void {
  const bytes = Buffer.from(content);
  for (let offset = 0; offset < bytes.length; ) offset += writeSync(descriptor, bytes, offset);
}
