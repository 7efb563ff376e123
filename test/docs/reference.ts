/** All generated pages by path, and the index that links to them. */
import { languagePage } from './language-page.ts';
import { libraryPage } from './library-page.ts';
import { commandsPage, environmentPage, errorsPage, exitCodesPage, jsonPage } from './program-pages.ts';
import { page, table } from './words.ts';

export const referenceFolder = 'docs/reference';

function indexPage(): string {
  const rows = [
    ['[language](language.md)', 'Every key of the configuration files, with type, limits, default and example'],
    ['[commands](commands.md)', 'Every command with its flags'],
    ['[exit codes](exit-codes.md)', 'Meaning of each exit code'],
    ['[errors](errors.md)', 'Every error code with cause and solution'],
    ['[environment](environment.md)', 'Environment variables that docform reads'],
    ['[JSON documents](json.md)', 'JSON documents that `--json` prints'],
    ['[library](library.md)', 'Functions and types that programs can import'],
  ];
  return page(
    'Reference',
    'These pages are generated from the source code of docform.',
    table(['Page', 'Content'], rows),
  );
}

export function referencePages(): ReadonlyMap<string, string> {
  return new Map([
    [`${referenceFolder}/README.md`, indexPage()],
    [`${referenceFolder}/language.md`, languagePage()],
    [`${referenceFolder}/commands.md`, commandsPage()],
    [`${referenceFolder}/exit-codes.md`, exitCodesPage()],
    [`${referenceFolder}/errors.md`, errorsPage()],
    [`${referenceFolder}/environment.md`, environmentPage()],
    [`${referenceFolder}/json.md`, jsonPage()],
    [`${referenceFolder}/library.md`, libraryPage()],
  ]);
}
