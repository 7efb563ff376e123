/** Runs a job of a GitHub workflow, limited to the features that docform uses: conditions, expressions, outputs and log commands. */
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Machine, textOrNothing, type Variables } from './shell.ts';

interface WorkflowStep {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly 'working-directory'?: string;
  readonly with?: { readonly [name: string]: string };
  readonly env?: Variables;
}

export interface WorkflowJob {
  readonly if?: string;
  readonly needs?: string;
  readonly outputs?: Variables;
  readonly environment?: string;
  readonly permissions: Variables;
  readonly 'timeout-minutes': number;
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress': boolean };
  readonly steps: readonly WorkflowStep[];
}

export interface Workflow {
  readonly on: { readonly [event: string]: unknown };
  readonly permissions: object;
  readonly jobs: { readonly [id: string]: WorkflowJob };
}

/** The contexts of expressions: `github.token`, `secrets.NAME`, … */
export type Context = { readonly [path: string]: string };

export interface JobRun {
  readonly result: 'success' | 'failure' | 'skipped';
  readonly outputs: Variables;
  readonly summary: string;
  readonly log: string;
  /** Contents of the artifacts of the run. */
  readonly kept: readonly string[];
  /** Outputs that lines of the log set with commands. */
  readonly commanded: readonly string[];
  /** The result of each step that has a script, by the name of the step. */
  readonly steps: Variables;
}

export function workflowOf(text: string): Workflow {
  return parse(text) as Workflow;
}

/** Imitates actions/checkout in this directory. */
export interface Surroundings {
  readonly machine: Machine;
  readonly context: Context;
  readonly variables: Variables;
  readonly checkout: (directory: string, depth: number) => Promise<void>;
}

const skipped: JobRun = { result: 'skipped', outputs: {}, summary: '', log: '', kept: [], commanded: [], steps: {} };

export async function runJob(
  workflow: Workflow,
  id: string,
  { machine, context, variables, checkout }: Surroundings,
): Promise<JobRun> {
  const job = workflow.jobs[id];
  if (job === undefined) throw new Error(`there is no job ${id}`);
  if (job.if !== undefined && !isTrue(job.if, context)) return skipped;
  const directory = await machine.directory('checkout');
  const temporary = await machine.directory('temporary');
  const seen: { [path: string]: string } = { ...context };
  const steps: { [name: string]: string } = {};
  const commanded: string[] = [];
  const kept: string[] = [];
  let log = '';
  let result: 'success' | 'failure' = 'success';
  for (const [at, step] of job.steps.entries()) {
    if (step.uses?.startsWith('actions/checkout@')) await checkout(directory, Number(step.with?.['fetch-depth'] ?? 1));
    if (step.uses?.startsWith('actions/upload-artifact@') && isTrue(step.if ?? '', seen, result === 'failure')) {
      const paths =
        filled(step.with ?? {}, { ...seen, 'runner.temp': temporary })
          .path?.trim()
          .split('\n') ?? [];
      kept.push(...(await Promise.all(paths.map(textOrNothing))).filter((text) => text !== ''));
      if (kept.length > 0 && step.id !== undefined)
        seen[`steps.${step.id}.outputs.artifact-url`] = context['test.artifact'] ?? '';
    }
    if (step.run === undefined) continue;
    const name = step.name ?? String(at);
    const isWanted = isTrue(step.if ?? '', seen, result === 'failure');
    steps[name] = 'skipped';
    if (step.id !== undefined) seen[`steps.${step.id}.outcome`] = 'skipped';
    if (!isWanted) continue;
    const output = join(temporary, `output-${at}`);
    const ended = await machine.script(step.run, join(directory, step['working-directory'] ?? ''), {
      ...{
        ...variables,
        RUNNER_TEMP: temporary,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: join(temporary, 'summary'),
      },
      ...filled(step.env ?? {}, seen),
    });
    log += ended.log;
    steps[name] = ended.exit === 0 ? 'success' : `exit ${ended.exit}`;
    if (ended.exit !== 0) result = 'failure';
    const commands = commandsIn(ended.log);
    commanded.push(...commands.map(([key]) => key));
    if (step.id === undefined) continue;
    seen[`steps.${step.id}.outcome`] = ended.exit === 0 ? 'success' : 'failure';
    const said = [
      ...commands,
      ...(await textOrNothing(output))
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s)),
    ];
    for (const [key, value] of said) if (key) seen[`steps.${step.id}.outputs.${key}`] = value ?? '';
  }
  return {
    result,
    steps,
    log,
    kept,
    commanded,
    outputs: filled(job.outputs ?? {}, seen),
    summary: await textOrNothing(join(temporary, 'summary')),
  };
}

/** Outputs in the older of GitHub's two syntaxes, which GitHub recognizes anywhere in a line. */
function commandsIn(log: string): readonly (readonly [string, string])[] {
  const found: [string, string][] = [];
  let end: string | undefined;
  for (const line of log.split('\n')) {
    const stop = /^\s*::stop-commands::(.+)/.exec(line)?.[1];
    if (end !== undefined && line.trim() === `::${end}::`) end = undefined;
    else if (end === undefined && stop !== undefined) end = stop;
    const [, name, value] = /(?:##\[|::)set-output name=(\w+);?(?:\]|::)(\S*)/.exec(line) ?? [];
    if (end === undefined && name !== undefined) found.push([name, value ?? '']);
  }
  return found;
}

function filled(values: Variables, context: Context): Variables {
  const fill = (text: string) =>
    String(text).replace(/\$\{\{ *([^}]+?) *\}\}/g, (_, path: string) => context[path] ?? '');
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, fill(text)]));
}

/** Conditions are comparisons joined by `&&` or `||`. A step without `always()` is skipped after a failed step. */
function isTrue(condition: string, context: Context, hasFailed = false): boolean {
  if (condition.includes('||')) return condition.split('||').some((part) => isTrue(part.trim(), context, hasFailed));
  const parts = condition === '' ? [] : condition.split('&&').map((part) => part.trim());
  const known = (text: string) => (text.startsWith("'") ? text.slice(1, -1) : (context[text] ?? ''));
  return (
    (!hasFailed || parts.includes('always()')) &&
    parts.every((part) => {
      const [, left = '', operator, right = ''] = /^(\S+) (==|!=) (\S+)$/.exec(part) ?? [];
      return part === 'always()' || (operator === '==') === (known(left) === known(right));
    })
  );
}
