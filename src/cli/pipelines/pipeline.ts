/** What pipelines are made of: the choices of whoever asks for them, and the files that come out. */

export interface PipelineChoices {
  /** Of the files, and in the names of jobs and issues. */
  readonly name: string;
  /** Environments of docform; undefined: the configuration has none. */
  readonly environments: readonly (string | undefined)[];
  /** Path of the configuration from the root of the repository, where it is not found by itself. */
  readonly configuration?: string;
  /** What is applied. */
  readonly branch: string;
  /** Shell command that puts docform into node_modules. */
  readonly install: string;
  /** Where it runs, from the root of the repository; empty: there. */
  readonly installDirectory: string;
  /** What has to change for a pipeline to run: a directory with all in it, and further files. Undefined: anything. */
  readonly paths: { readonly directory: string; readonly files: readonly string[] } | undefined;
  readonly nodeVersion: string;
  /** When to look for drift, as cron says it. */
  readonly cron: string;
  /** What stands behind `uses:`, a remark included. */
  readonly checkout: string;
  readonly setupNode: string;
  readonly uploadArtifact: string;
  /** The ledger is in a store that a secret names, instead of in the repository. */
  readonly hasBackend: boolean;
  /** Container that GitLab runs the jobs in. */
  readonly image: string;
  /** The command that writes these files once more. */
  readonly command: string;
}

export interface PipelineFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** One environment of the configuration, in the forms in which pipelines write it. */
export interface Stage {
  /** `plan`, or `plan-production`. */
  readonly job: (what: string) => string;
  /** `plan`, or `plan production`. */
  readonly title: (what: string) => string;
  /** The flags by which docform knows it: ` --env production`, with its space. */
  readonly flag: string;
  /** How the pipeline calls docform. */
  readonly docform: string;
  /** Name of a secret that each environment has its own of: `DOCFORM_READ_TOKEN_PRODUCTION`. */
  readonly secret: (name: string) => string;
  /** The forge's protected environment. */
  readonly environment: string;
  /** The ledger's file, from the root of the repository. */
  readonly ledger: string;
}

/** As part of names of jobs: they take neither dots nor the like. */
function jobPart(text: string): string {
  return text.replace(/[^\w-]/g, '-');
}

export function secretSuffix(environment: string): string {
  return `_${environment.replace(/\W/g, '_').toUpperCase()}`;
}

export function stagesOf(choices: PipelineChoices): readonly Stage[] {
  const { name, environments, configuration } = choices;
  const directory = configuration?.includes('/') ? `${configuration.slice(0, configuration.lastIndexOf('/'))}/` : '';
  return environments.map((environment) => ({
    job: (what) => (environment === undefined ? what : `${what}-${jobPart(environment)}`),
    title: (what) => (environment === undefined ? what : `${what} ${environment}`),
    flag: environment === undefined ? '' : ` --env ${environment}`,
    docform: docformOf(choices),
    secret: (secret) => (environment === undefined ? secret : `${secret}${secretSuffix(environment)}`),
    environment: environment ?? name,
    ledger: `${directory}docform.ledger${environment === undefined ? '' : `.${environment}`}.json`,
  }));
}

/** Every line of `text` that is not empty, moved to the right. */
export function indented(text: string, spaces: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(spaces));
}

/** Lines of YAML at one depth; empty parts are left out. */
export function lines(...parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => `${part.replace(/\n+$/, '')}\n`)
    .join('');
}

/** A choice as a value of YAML: text, also where it is called `null`, `on` or `1e3`. What may be chosen needs no escapes. */
export function quoted(choice: string): string {
  return `'${choice}'`;
}

/** How pipelines call docform: by the path of what was installed, because npx asks the public registry for a name that is not installed. */
export function docformOf({ installDirectory }: PipelineChoices): string {
  return `./${installDirectory === '' ? '' : `${installDirectory}/`}node_modules/.bin/docform`;
}

/** Comments at the top of a file: what it is for, and where it comes from. */
export function heading(what: readonly string[], { command, configuration }: PipelineChoices): string {
  return lines(
    ...what.map((line) => `# ${line}`),
    '#',
    `# Written by docform; changes are lost when it is written anew${configuration === undefined ? '' : ' at the root of the repository'}:`,
    `#   ${command}`,
  );
}
