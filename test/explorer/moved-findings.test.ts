/** Tests that the files of a finding find the client after the finding was copied, or its project renamed or cloned. */
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { findingExploration } from '../../src-server/explorer/finding-files.ts';
import { loadExploration } from '../../src-server/runner/explorer/load-exploration.ts';
import { proves } from '../conformance/proves.ts';
import { newFolder } from '../support/start-ballast.ts';

const FOUND = {
  finding: { rule: 'failed_check', text: 'The client failed.', subject: 'check', request: null } as const,
  schedule: [{ action: { action: 'restart_server', after: 'createPlan', skip: 1 } as const }],
};
const FINDING = 'src/explore.explore/finding-001';

let projects = '';
let project = '';

beforeEach(() => {
  projects = newFolder();
  project = join(projects, 'project');
  mkdirSync(join(project, FINDING), { recursive: true });
  writeFileSync(join(project, 'client.mjs'), '');
  writeFileSync(join(project, 'package.json'), '{}');
  const { task } = loadExploration(null, ['node', 'client.mjs'], project);
  writeFileSync(join(project, FINDING, 'explore.yaml'), findingExploration(task, FOUND, '../../..'));
});

const folderOf = (finding: string) => loadExploration(join(finding, 'explore.yaml'), [], projects).task.folder;

test('a finding that was not moved finds the client', proves('Q4.4'), () => {
  expect(folderOf(join(project, FINDING))).toBe(project);
});

test('a finding of a project that was renamed finds the client', proves('Q4.4'), () => {
  const renamed = join(projects, 'renamed');
  renameSync(project, renamed);
  expect(folderOf(join(renamed, FINDING))).toBe(renamed);
});

test.each(['regressions', 'test/regressions/first', '.'])(
  'a finding that was copied to %s of a project that was cloned finds the client',
  proves('Q4.4'),
  (place) => {
    const clone = join(projects, 'clone');
    cpSync(project, clone, { recursive: true });
    mkdirSync(join(clone, place), { recursive: true });
    renameSync(join(clone, FINDING, 'explore.yaml'), join(clone, place, 'explore.yaml'));
    rmSync(project, { recursive: true });
    expect(folderOf(join(clone, place))).toBe(clone);
  },
);

test('a finding that was copied out of its project finds the client at its original path', proves('Q4.4'), () => {
  const elsewhere = newFolder();
  cpSync(join(project, FINDING), elsewhere, { recursive: true });
  expect(folderOf(elsewhere)).toBe(project);
});

test('a finding without its client reports which file is missing, and where it was looked for', proves('Q4.4'), () => {
  const elsewhere = join(newFolder(), 'a/b/c/d');
  cpSync(join(project, FINDING), elsewhere, { recursive: true });
  const refused = (places: string) =>
    expect.objectContaining({
      exitCode: 65,
      lines: [
        expect.stringMatching(
          new RegExp(
            `explore\\.yaml:\\d+:\\d+ /folder: cannot find client\\.mjs, which the client needs, neither in ${places} nor in the folders of this file\\. `,
          ),
        ),
      ],
    });
  const relative = join(elsewhere, '../../..');
  rmSync(join(project, 'client.mjs'));
  expect(() => folderOf(elsewhere)).toThrow(refused(`${relative} nor in ${project}`));
  rmSync(project, { recursive: true });
  expect(() => folderOf(elsewhere)).toThrow(refused(`${relative} nor in ${project} \\(not a folder\\)`));
});

test('a finding whose command names no file of its client runs in the folder that still exists', proves('Q4.4'), () => {
  const { task } = loadExploration(null, ['npm', 'test'], project);
  writeFileSync(join(project, FINDING, 'explore.yaml'), findingExploration(task, FOUND, '../../..'));
  expect(folderOf(join(project, FINDING))).toBe(project);
});

test.each([
  ['gone', /explore\.yaml:1:\d+ \/folder: does not exist: the client would run in \S+gone, which is not a folder$/],
  [['gone', 'gone/too'], null],
])('a missing folder is named correctly: %j', proves('Q1.1'), (folder, says) => {
  const file = join(newFolder(), 'explore.yaml');
  writeFileSync(file, JSON.stringify({ command: ['node', 'client.mjs'], folder }));
  if (says === null) {
    writeFileSync(join(dirname(file), 'client.mjs'), '');
    expect(loadExploration(file, [], projects).task.folder).toBe(dirname(file));
    return;
  }
  expect(() => loadExploration(file, [], projects)).toThrow(
    expect.objectContaining({ exitCode: 65, lines: [expect.stringMatching(says)] }),
  );
});
