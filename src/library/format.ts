/** Formats the files of a configuration, and verifies that its meaning is unchanged. Writes nothing. */

import { defaultLimits, directoryOf, type FileReader, joinPath } from '../config/files/file-reader.ts';
import { relativePath } from '../config/files/load.ts';
import { isTable } from '../config/files/people-table.ts';
import { createProblemList } from '../config/problem-list.ts';
import { parseFile } from '../config/yaml/parse.ts';
import type { Problem } from '../core/problem.ts';
import { formatOrder, formatText } from '../edit/format.ts';
import { shapes } from '../kinds/index.ts';
import { configurationDigest } from '../plan/approval/configuration-digest.ts';
import { type ConfigurationOptions, filesOf, rereading, type Validation, validate } from './configuration.ts';

export interface FormattedFile {
  readonly path: string;
  readonly before: string;
  /** Equal to `before` if the file is already formatted, or cannot be formatted. */
  readonly after: string;
  readonly refused?: string;
  readonly problems: readonly Problem[];
}

/** undefined: there is no configuration, and no file is named. */
export async function format(options: ConfigurationOptions & { readonly paths?: readonly string[] }) {
  const { paths, ...rest } = options;
  const validation = await validate(rest);
  const main = validation?.file ?? paths?.[0];
  if (main === undefined || (validation === undefined && paths === undefined)) return undefined;
  const files = filesOf(options, main);
  const named = paths?.map((path) => relativePath(options.directory, path));
  const all = named ?? [
    ...(validation?.parts ?? []).filter((part) => !isTable(part)),
    ...environmentFiles(files, main),
  ];
  const formatted = [...new Set(all)].map((path) => formatFile(files, path, validation));
  if (validation === undefined) return { files: formatted, main, secrets: [] };
  return { files: await checked(formatted, rest, validation), main, secrets: validation.secrets };
}

function environmentFiles(files: FileReader, main: string) {
  const directory = joinPath(directoryOf(main), 'env');
  const found = files.list(directory).filter(({ name, isDirectory }) => !isDirectory && /\.ya?ml$/.test(name));
  return found.map(({ name }) => joinPath(directory, name)).sort();
}

function formatFile(files: FileReader, path: string, validation: Validation | undefined) {
  const read = validation?.sources.get(path) ?? files.read(path, defaultLimits.fileBytes);
  if (typeof read !== 'string' && 'fault' in read)
    return { path, before: '', after: '', refused: `the file cannot be read (${read.fault})`, problems: [] };
  const before = typeof read === 'string' ? read : read.text;
  if (isTable(path)) return { path, before, after: before, refused: 'docform does not format CSV files', problems: [] };
  const problems = createProblemList();
  const root = parseFile(path, before, problems, defaultLimits);
  const found = problems.sorted([path]).filter(({ code }) => root === undefined || /^E-(YAML|LIMIT)/.test(code));
  if (root === undefined || found.length > 0)
    return { path, before, after: before, refused: 'the file is not valid YAML', problems: found };
  const result = formatText(before, formatOrder(shapes));
  if ('refused' in result) return { path, before, after: before, refused: result.refused, problems: [] };
  return { path, before, after: result.text, problems: [] };
}

/** Files that would change the meaning of the configuration are not formatted. */
async function checked(formatted: readonly FormattedFile[], options: ConfigurationOptions, validation: Validation) {
  const reread = rereading(options, validation.file);
  const load = (some: readonly FormattedFile[]) =>
    reread(new Map([...validation.sources, ...some.map(({ path, after }) => [path, after] as const)]));
  const before = meaningOf(validation);
  const changed = formatted.filter((file) => file.after !== file.before);
  if (changed.length === 0 || meaningOf(load(changed)) === before) return formatted;
  const isSame = (file: FormattedFile) => file.after === file.before || meaningOf(load([file])) === before;
  return formatted.map((file) =>
    isSame(file)
      ? file
      : { ...file, after: file.before, refused: 'formatting would change the meaning of the configuration' },
  );
}

/** Equal if two configurations declare the same, or have the same problems. */
function meaningOf({ desired, problems }: Pick<Validation, 'desired' | 'problems'>) {
  if (desired !== undefined) return `${desired.organization} ${configurationDigest(desired, shapes.keys())}`;
  return JSON.stringify(problems.map(({ code, message }) => `${code} ${message}`).sort());
}
