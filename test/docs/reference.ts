/** All generated pages by their path, and the index that leads to them. */
import { languagePage } from './language-page.ts';
import { libraryPage } from './library-page.ts';
import { commandsPage, environmentPage, errorsPage, exitCodesPage, jsonPage } from './program-pages.ts';
import { page, table } from './words.ts';

export const referenceFolder = 'docs/reference';

function indexPage(): string {
  const rows = [
    ['[language](language.md)', 'every key of a configuration, with type, bounds, default and example'],
    ['[commands](commands.md)', 'every command with its flags'],
    ['[exit codes](exit-codes.md)', 'what a command says when it ends'],
    ['[errors](errors.md)', 'every code with its cause and its cure'],
    ['[environment](environment.md)', 'variables that docform reads'],
    ['[JSON documents](json.md)', 'what `--json` prints'],
    ['[library](library.md)', 'what programs may import'],
  ];
  return page('Reference', 'Written from what the program itself knows.', table(['Page', 'What it holds'], rows));
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
