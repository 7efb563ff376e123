/** Writes the generated pages in docs/reference, and removes all others. Writes the tables of docs/platform/GITBOOK.md. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { differencesPage, withDifferences } from '../gitbook/published-differences.ts';
import { filesBelow, projectDirectory } from '../support/sources.ts';
import { referenceFolder, referencePages } from './reference.ts';

const pages = referencePages();
mkdirSync(join(projectDirectory, referenceFolder), { recursive: true });
for (const path of filesBelow(referenceFolder, '.md')) if (!pages.has(path)) rmSync(join(projectDirectory, path));
for (const [path, text] of pages) writeFileSync(join(projectDirectory, path), text);
console.log(`${pages.size} pages in ${referenceFolder}`);
const differences = join(projectDirectory, differencesPage);
writeFileSync(differences, withDifferences(readFileSync(differences, 'utf8')));
