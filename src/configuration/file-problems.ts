/** What the codes of problems with files, YAML and variables mean, and what to do about them. */

export interface ProblemExplanation {
  readonly meaning: string;
  readonly remedy: string;
}

export function because(meaning: string, remedy: string): ProblemExplanation {
  return { meaning, remedy };
}

/** Reading files: what stands on disk, and YAML itself. */
export const fileProblems: Readonly<Record<string, ProblemExplanation>> = {
  'E-ALIAS-LIMIT': because(
    'YAML aliases repeat so much that a small file would become an enormous one.',
    'Write the values out, or move what differs between environments into `vars`.',
  ),
  'E-CONFIGURATION-MISSING': because(
    'There is no configuration where docform looked: the file named with -c, or docform.yaml here and in the directories above, up to the root of the repository.',
    'Create docform.yaml, go into its directory, or name the file with -c FILE.',
  ),
  'E-ENVIRONMENT-UNKNOWN': because(
    'The chosen environment has no file: `--env NAME` stands for env/NAME.yaml beside the main file.',
    'Correct the name, or create the file with the values that differ there.',
  ),
  'E-FILE-ENCODING': because('The file is not text in UTF-8.', 'Save it as UTF-8; if it is not a text at all, it cannot be used here.'),
  'E-FILE-MISSING': because(
    'A value names a file that is not there. Paths are relative to the file in which they are written.',
    'Correct the path, or add the file to the repository.',
  ),
  'E-FILE-OUTSIDE': because(
    'A path leads out of the repository, perhaps by way of a link. docform reads nothing outside, so that a pull request cannot make it publish files of the machine it runs on.',
    'Copy the file into the repository and name the copy.',
  ),
  'E-FILE-TOO-LARGE': because(
    'The file is larger than any honest one; it was not read.',
    'Check that the path or pattern names the right file. A long configuration can be split with `include`.',
  ),
  'E-FILE-UNREADABLE': because(
    'Something is there, but it cannot be read: a directory, a pipe, or a file without the right to read it.',
    'Name an ordinary file, and check its rights.',
  ),
  'E-INCLUDE-KEY': because(
    '`version`, `organization`, `policy` and `vars` hold for the whole configuration, so only the main file can state them.',
    'Move the key to the main file.',
  ),
  'E-INCLUDE-LIMIT': because(
    'The patterns under `include` lead to more files, or more text, than a configuration has.',
    'Use patterns that name only the directories of the configuration, such as `people/*.yaml`.',
  ),
  'E-INCLUDE-NESTED': because(
    'An included file has an `include` of its own. Only the main file includes, so that it shows all there is.',
    'Add the patterns to `include` in the main file.',
  ),
  'E-INCLUDE-NOTHING': because(
    'A path or pattern under `include` matches no file. If it were passed over, a misspelt pattern would look as if everything in those files had been removed.',
    'Correct the pattern, or remove it.',
  ),
  'E-INCLUDE-PATTERN': because(
    'What stands under `include` is not a path or pattern that docform reads: local files only, relative to the main file, without variables and addresses.',
    'Write a list of paths such as `[people/*.yaml, sites/docs.yaml]`.',
  ),
  'E-NOT-A-MAP': because(
    'A configuration file is a map of keys such as `teams` and `sites`, and this one holds something else.',
    'Begin its lines with a key and a colon.',
  ),
  'E-TOO-DEEP': because(
    'Maps and lists are nested deeper than anything in the language.',
    'Look for brackets that are not closed, and for indentation that grows line by line.',
  ),
  'E-YAML-ALIAS': because(
    'A YAML alias names an anchor that is not defined before it, or one that contains it.',
    'Correct the name, or write the value out.',
  ),
  'E-YAML-DOCUMENTS': because(
    'One file holds one document; a line with `---` begins a second one.',
    'Remove the line, or split the file and use `include`.',
  ),
  'E-YAML-KEY': because(
    'A key must be plain text, and here a map, a list or nothing stands in its place.',
    'Write the key as text; put quotes around it where it holds special characters.',
  ),
  'E-YAML-MERGE': because(
    'Merge keys (`<<`) are not part of YAML 1.2, nor of the language.',
    'Write the keys out; an alias can stand for a whole value.',
  ),
  'E-YAML-NUMBER': because(
    'A number cannot be kept exactly as it is written: it is too large, or not a number at all.',
    'Put it in quotes if it is meant as text, such as an id.',
  ),
  'E-YAML-SYNTAX': because(
    'The file is not valid YAML, and nothing after this place could be understood.',
    'Check the indentation (spaces, no tabs), quotes and brackets that are not closed, and the space after each colon.',
  ),
  'E-YAML-TAG': because(
    'YAML tags, such as `!secret`, are not part of the language: configuration is data and runs nothing.',
    'Write the plain value; for what differs between environments, use `vars`.',
  ),
};

/** Variables. */
export const variableProblems: Readonly<Record<string, ProblemExplanation>> = {
  'E-VAR-KEY': because(
    'A variable stands in a key. Keys become addresses, which are the same in every environment; only the keys of `linkInvites`, being ids, can be variables.',
    'Write the key out, and use the variable in a value.',
  ),
  'E-VAR-LIMIT': because('Variables make the texts of the configuration grow beyond all measure.', 'Use long values in fewer places.'),
  'E-VAR-MISSING': because(
    'A variable is used that has no value: `vars` declares it as null, so that every environment must give its own, and this one does not.',
    'Give it in env/NAME.yaml, with DOCFORM_VAR_NAME, or with --var NAME=VALUE.',
  ),
  'E-VAR-NAME': because(
    'A variable has a name that cannot be used. Names are letters, digits, `_` and `-`; names of tokens are refused, because values of variables end up in plans and titles.',
    'Choose another name. Secrets do not belong into the configuration at all.',
  ),
  'E-VAR-SYNTAX': because(
    `\`\${\` begins a variable, and what follows is none. Only \`\${vars.NAME}\` has a meaning; there is no arithmetic and no access to the environment.`,
    `Write \`\${vars.NAME}\`, or \`$\${\` for the characters \`\${\` themselves.`,
  ),
  'E-VAR-TYPE': because(
    'A variable is overridden by a value of another type. An override keeps the type of the value under `vars`, so that `true` cannot turn into the text "true" on its way.',
    'Correct the value, or change the one under `vars` to the type that is meant.',
  ),
  'E-VAR-UNDECLARED': because(
    'A value is given for a variable that `vars` does not declare. It would have no effect, so it is most likely misspelt.',
    'Declare the variable under `vars` in the main file, correct the name, or do not give it.',
  ),
  'E-VAR-UNKNOWN': because(
    'A text uses a variable that `vars` does not declare.',
    'Correct the name, or declare it under `vars` in the main file.',
  ),
  'E-VAR-VALUE': because(
    'The value of a variable must be one text, number, true or false, of moderate length and without variables in it.',
    'Write the value out in full.',
  ),
};
