/** Parses a YAML file: plain YAML in one pass, and all other files with the `yaml` package. */
import { type Limits, noUsage, type Used } from '../files/file-reader.ts';
import type { ProblemList } from '../problem-list.ts';
import { parseAnyYaml } from './any-yaml.ts';
import type { MapNode } from './node.ts';
import { readPlainYaml } from './plain-yaml.ts';

export function parseFile(
  file: string,
  text: string,
  problems: ProblemList,
  limits: Limits,
  used: Used = noUsage(),
): MapNode | undefined {
  return readPlainYaml(file, text, limits, used) ?? parseAnyYaml(file, text, problems, limits, used);
}
