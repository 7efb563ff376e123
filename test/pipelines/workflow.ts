/** Runs a GitHub workflow: GitHub's own parser reads the file and evaluates its expressions, and bash runs the steps. */

import { join } from 'node:path';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parse } from 'yaml';
import { type Machine, textOrNothing, type Variables } from './shell.ts';

/** `{ github: { ref: 'refs/heads/main' } }` */
export interface Contexts {
  readonly [name: string]: unknown;
}

interface YamlStep {
  readonly id?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly 'working-directory'?: string;
  readonly 'continue-on-error'?: boolean;
  readonly with?: { readonly [name: string]: unknown };
  readonly env?: { readonly [name: string]: string };
}

interface YamlJob {
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly outputs?: { readonly [name: string]: string };
  readonly permissions: Variables;
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress': boolean | string };
  readonly 'timeout-minutes': number;
  readonly steps: readonly YamlStep[];
}

export interface YamlWorkflow {
  readonly on: { readonly [event: string]: { readonly branches?: readonly string[] } | null };
  readonly permissions: object;
  readonly env: { readonly [name: string]: string };
  readonly jobs: { readonly [id: string]: YamlJob };
}

export interface JobRun {
  readonly result: 'success' | 'failure' | 'skipped';
  readonly log: string;
  readonly summary: string;
  readonly outputs: Variables;
  /** `exit 6`, `success` or `skipped` of each step with a script, by the command of docform, such as `ci comment`. */
  readonly steps: Variables;
}

const status = ['always', 'success', 'failure', 'cancelled'] as const;

function evaluated(expression: string, contexts: Contexts, hasFailed: boolean) {
  const functions = status.map((name) => ({
    ...{ name, minArgs: 0, maxArgs: 0 },
    call: () => new data.BooleanData({ always: true, success: !hasFailed, failure: hasFailed, cancelled: false }[name]),
  }));
  const known = Object.keys(contexts);
  const tree = new Parser(new Lexer(expression).lex().tokens, known, functions).parse();
  const values = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  return new Evaluator(tree, values, new Map(functions.map((each) => [each.name, each]))).evaluate();
}

function filled(text: string, contexts: Contexts, hasFailed = false): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) =>
    evaluated(expression.trim(), contexts, hasFailed).coerceString(),
  );
}

/** Throws if GitHub's parser reports a problem. */
export async function openWorkflow(path: string, text: string) {
  const parsed = parseWorkflow({ name: path, content: text }, new NoOperationTraceWriter());
  const problems = parsed.context.errors.getErrors().map(({ message }) => message);
  if (problems.length > 0 || parsed.value === undefined) throw new Error(problems.join('\n'));
  const template = await convertWorkflowTemplate(parsed.context, parsed.value);
  if (template.errors !== undefined) throw new Error(template.errors.map(({ Message }) => Message).join('\n'));
  const yaml = parse(text) as YamlWorkflow;
  const conditions = new Map(
    template.jobs.map((job) => [
      job.id.value,
      {
        job: job.if.expression,
        steps: 'steps' in job ? job.steps.map((step) => step.if?.expression ?? 'success()') : [],
      },
    ]),
  );
  const isTrue = (expression: string, contexts: Contexts, hasFailed = false) => {
    const value = evaluated(expression, contexts, hasFailed);
    return value.kind === data.Kind.Boolean ? value.value : value.coerceString() !== '';
  };
  return {
    ...{ yaml, events: template.events, ids: template.jobs.map((job) => job.id.value) },
    /** Whether the job starts. `needs`: results and outputs of earlier jobs. */
    starts: (id: string, contexts: Contexts) => {
      const needs = contexts.needs as { readonly [id: string]: { readonly result: string } | undefined };
      const { needs: needed } = yaml.jobs[id] ?? {};
      const isFailed = [needed ?? []].flat().some((job) => needs[job]?.result !== 'success');
      return isTrue(conditions.get(id)?.job ?? '', contexts, isFailed);
    },
    wants: (id: string, at: number, contexts: Contexts, hasFailed: boolean) =>
      isTrue(conditions.get(id)?.steps[at] ?? '', contexts, hasFailed),
  };
}

export type OpenWorkflow = Awaited<ReturnType<typeof openWorkflow>>;

export interface Surroundings {
  readonly machine: Machine;
  readonly contexts: Contexts;
  readonly variables: Variables;
  readonly checkout: (directory: string, settings: { readonly ref: string; readonly depth: number }) => Promise<void>;
}

/** `ci comment` of `./node_modules/.bin/docform ci comment --from D` */
function nameOf(step: YamlStep) {
  return /bin\/docform ((?:ci )?[\w-]+(?: (?:pull|push))?)/.exec(step.run ?? '')?.[1] ?? step.run ?? '';
}

export async function runJob(workflow: OpenWorkflow, id: string, surroundings: Surroundings): Promise<JobRun> {
  const { machine, variables, checkout } = surroundings;
  const job = workflow.yaml.jobs[id] as YamlJob;
  const directory = await machine.directory('checkout');
  const temporary = await machine.directory('temporary');
  const stepsSeen: { [id: string]: { outcome: string; outputs: Variables } } = {};
  const contexts = { ...surroundings.contexts, steps: stepsSeen, runner: { temp: temporary } };
  const steps: { [name: string]: string } = {};
  let log = '';
  let hasFailed = false;
  for (const [at, step] of job.steps.entries()) {
    const isWanted = workflow.wants(id, at, contexts, hasFailed);
    if (step.id !== undefined) stepsSeen[step.id] = { outcome: 'skipped', outputs: {} };
    if (step.run !== undefined) steps[nameOf(step)] ??= 'skipped';
    if (!isWanted) continue;
    const settings = step.with ?? {};
    if (step.uses?.startsWith('actions/checkout@'))
      await checkout(directory, {
        ref:
          settings.ref === undefined
            ? filled('$' + '{{ github.ref }}', contexts)
            : filled(String(settings.ref), contexts),
        depth: Number(settings['fetch-depth'] ?? 1),
      });
    if (step.run === undefined) continue;
    const output = join(temporary, `output-${at}`);
    const env = Object.entries({ ...workflow.yaml.env, ...step.env });
    const ended = await machine.script(step.run, join(directory, step['working-directory'] ?? ''), {
      ...variables,
      ...{ RUNNER_TEMP: temporary, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: join(temporary, 'summary') },
      ...Object.fromEntries(env.map(([name, text]) => [name, filled(text, contexts)])),
    });
    log += ended.log;
    steps[nameOf(step)] = ended.exit === 0 ? 'success' : `exit ${ended.exit}`;
    if (ended.exit !== 0) hasFailed = true;
    if (step.id === undefined) continue;
    const lines = (await textOrNothing(output)).split('\n').filter(Boolean);
    const outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))) as Variables;
    stepsSeen[step.id] = { outcome: ended.exit === 0 ? 'success' : 'failure', outputs };
  }
  const outputs = Object.entries(job.outputs ?? {}).map(([name, text]) => [name, filled(text, contexts)]);
  return {
    ...{ result: hasFailed ? 'failure' : 'success', log, steps },
    outputs: Object.fromEntries(outputs) as Variables,
    summary: await textOrNothing(join(temporary, 'summary')),
  };
}
