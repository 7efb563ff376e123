/** Writes the generated pages in docs/reference, and removes all others. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, projectDirectory } from '../support/sources.ts';
import { referenceFolder, referencePages } from './reference.ts';

const pages = referencePages();
mkdirSync(join(projectDirectory, referenceFolder), { recursive: true });
for (const path of filesBelow(referenceFolder, '.md')) if (!pages.has(path)) rmSync(join(projectDirectory, path));
for (const [path, text] of pages) writeFileSync(join(projectDirectory, path), text);
console.log(`${pages.size} pages in ${referenceFolder}`);
