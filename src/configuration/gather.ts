/** Brings together the main file, its environment and its includes: parsed, filled with variables, merged. */
import { posix } from 'node:path';
import type { Problem, SourceSpan } from '../core/problem.ts';
import { type Files, reportFileFault } from './files.ts';
import { fillVariables } from './fill.ts';
import { mergeFiles } from './include.ts';
import { includedPaths, reportNothing } from './included-paths.ts';
import { entryOf, kindOfNode, type MapNode, type Report } from './node.ts';
import { maxFileBytes, parse } from './parse.ts';
import { beginningOf } from './place.ts';
import { nearest } from './suggest.ts';
import { readVariables } from './variables.ts';

const maxBytesInAll = 50_000_000;
const maxReadFileBytes = 2_000_000;

export interface Request {
  /** Name of the main file in its directory. */
  readonly main: string;
  readonly environment?: string | undefined;
  readonly variables: { readonly [name: string]: string };
}

export interface Gathered {
  /** Undefined if a file is missing from it, or could not be understood: what it lacks would look like faults of the rest. */
  readonly root: MapNode | undefined;
  readonly problems: Problem[];
  /** Texts of all files by the names that spans use, for code frames. */
  readonly sources: ReadonlyMap<string, string>;
}

interface Gathering {
  readonly files: Files;
  readonly sources: Map<string, string>;
  readonly realPaths: Set<string>;
  readonly report: Report;
  bytes: number;
}

export function gather(files: Files, request: Request): Gathered {
  const problems: Problem[] = [];
  const report: Report = (problem) => problems.push(problem);
  const gathering: Gathering = { files, sources: new Map(), realPaths: new Set(), report, bytes: 0 };
  const main = readMap(request.main, beginningOf(request.main), gathering, () => reportNoMain(request.main, report), gathering.realPaths);
  const environment = main === undefined ? undefined : readEnvironment(request, gathering);
  const root = main === undefined ? undefined : withIncludes(main, request, environment, gathering);
  return { root, problems, sources: gathering.sources };
}

/** Without the file of its environment a variable may well have no value: that would only be an echo. */
function withIncludes(main: MapNode, request: Request, environment: MapNode | undefined, gathering: Gathering): MapNode | undefined {
  const isEnvironmentLost = request.environment !== undefined && environment === undefined;
  const report: Report = (problem) => {
    if (!(isEnvironmentLost && problem.code === 'E-VAR-MISSING')) gathering.report(problem);
  };
  const variables = readVariables(main, { texts: request.variables, environment }, report);
  const filled = fillVariables(main, variables, report);
  const paths = includedPaths(entryOf(filled, 'include'), gathering.files, report);
  const included: MapNode[] = [];
  let isWhole = paths !== undefined && !isEnvironmentLost;
  for (const { path, span } of paths ?? []) {
    const file = readMap(path, span, gathering, () => reportNothing(path, span, report), gathering.realPaths);
    if (file === undefined) isWhole = false;
    else included.push(fillVariables(file, variables, report));
    if (gathering.bytes <= maxBytesInAll) continue;
    reportBytes(span, report);
    isWhole = false;
    break;
  }
  const merged = mergeFiles(filled, included, report);
  return isWhole ? merged : undefined;
}

/** A file as a map; an empty one if the very same file is among those read before, perhaps under another name. */
function readMap(
  path: string,
  span: SourceSpan,
  gathering: Gathering,
  onMissing: () => void,
  realPaths?: Set<string>,
): MapNode | undefined {
  const { files, sources, report } = gathering;
  const content = files.read(path, maxFileBytes);
  if ('fault' in content) {
    if (content.fault === 'missing') onMissing();
    else reportFileFault(content.fault, path, span, maxFileBytes, report);
    return undefined;
  }
  const empty: MapNode = { is: 'map', entries: [], span: beginningOf(path) };
  if (realPaths?.has(content.realPath)) return empty;
  realPaths?.add(content.realPath);
  gathering.bytes += content.bytes;
  sources.set(path, content.text);
  const { root, isRead } = parse(path, content.text, report);
  if (!isRead) return undefined;
  if (root === undefined) return empty;
  if (root.is === 'map') return root;
  report({
    code: 'E-NOT-A-MAP',
    message: `${path} must hold a map, not ${kindOfNode(root)}`,
    span: root.span,
    label: 'expected `key: value`',
    hint: 'a configuration file is a map of keys such as `teams` and `sites`',
  });
  return undefined;
}

function readEnvironment(request: Request, gathering: Gathering): MapNode | undefined {
  const name = request.environment;
  if (name === undefined) return undefined;
  const unknown = () => reportUnknownEnvironment(name, request.main, gathering);
  if (/^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(name)) return readMap(`env/${name}.yaml`, beginningOf(request.main), gathering, unknown);
  unknown();
  return undefined;
}

function reportUnknownEnvironment(name: string, main: string, { files, report }: Gathering): void {
  const known = (files.list('env') ?? [])
    .filter((entry) => entry.name.endsWith('.yaml'))
    .map((entry) => entry.name.slice(0, -'.yaml'.length));
  const near = nearest(name, known);
  const choice = known.length === 0 ? `create env/${name}.yaml beside ${main}` : `known environments: ${known.slice(0, 20).join(', ')}`;
  report({
    code: 'E-ENVIRONMENT-UNKNOWN',
    message: `unknown environment "${name}"`,
    span: beginningOf(main),
    label: `no file env/${name}.yaml beside this file`,
    hint: near === undefined ? choice : `did you mean "${near}"?`,
  });
}

/** The text of a file that a value names, relative to the file in which the value stands. */
export function readNamedFile(files: Files, path: string, span: SourceSpan, report: Report): string | undefined {
  const isAbsolute = posix.isAbsolute(path) || /^[A-Za-z]:[\\/]/.test(path);
  const content = isAbsolute ? ({ fault: 'outside' } as const) : files.read(posix.join(posix.dirname(span.file), path), maxReadFileBytes);
  if (!('fault' in content)) return content.text;
  reportFileFault(content.fault, path, span, maxReadFileBytes, report);
  return undefined;
}

function reportNoMain(main: string, report: Report): void {
  report({
    code: 'E-CONFIGURATION-MISSING',
    message: `there is no configuration ${main}`,
    span: beginningOf(main),
    label: 'no such file',
    hint: 'create docform.yaml here or above, or name the file with -c FILE',
  });
}

function reportBytes(span: SourceSpan, report: Report): void {
  report({
    code: 'E-INCLUDE-LIMIT',
    message: `the configuration has more than ${maxBytesInAll / 1_000_000} MB in all`,
    span,
    label: 'here it becomes too much',
    hint: 'check that the patterns of `include` name only configuration files',
  });
}
