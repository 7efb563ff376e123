/** Detects the forge that a pipeline runs at, from the variables of GitHub Actions and GitLab CI/CD. */
import { DocformError } from '../core/docform-error.ts';
import type { ForgePlace } from '../library/index.ts';
import { exitCode } from './exit-code.ts';
import { usageFailure } from './failure.ts';
import { proxyFor } from './proxy.ts';
import type { Session } from './session.ts';
import { version } from './version.ts';

export interface ForgeFlags {
  /** What the pipelines of one configuration are called. */
  readonly name?: string;
  /** Login that the token writes as, where that is not the one of the workflow. */
  readonly author?: string;
  readonly file?: string;
}

interface Surroundings {
  readonly place: ForgePlace;
  readonly apiUrl: string;
  readonly tokenVariable: string;
}

/** Who the token of a GitHub workflow writes as. */
const workflowAuthor = 'github-actions[bot]';

/** The token of the platform is not asked for, and none but that of the forge is sent there. */
export async function openForgeFor(session: Session, flags: ForgeFlags) {
  const { place, apiUrl, tokenVariable } = surroundings(session, flags);
  const token = session.io.environment[tokenVariable]?.trim() ?? '';
  if (token === '') {
    throw new DocformError({
      exit: exitCode.denied,
      code: 'E-TOKEN',
      message: 'there is no token of the forge',
      hint: `put it into ${tokenVariable}, of this step alone`,
    });
  }
  session.keepSecret(token);
  const { openForge } = await import('../library/index.ts');
  const { timeoutMs, maxWaitMs } = session.settings;
  const proxyUrl = proxyFor(apiUrl, session.io.environment);
  return openForge(place, {
    ...{ baseUrl: apiUrl, token, timeoutMs, maxWaitMs, userAgent: `docform/${version()}` },
    ...(proxyUrl === undefined ? {} : { proxyUrl }),
  });
}

function surroundings(session: Session, flags: ForgeFlags): Surroundings {
  const variable = (name: string) => session.io.environment[name] || undefined;
  if (variable('GITHUB_ACTIONS') !== undefined) {
    const repository = required(session, 'GITHUB_REPOSITORY');
    if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) throw usageFailure('GITHUB_REPOSITORY is not OWNER/NAME');
    return {
      place: { kind: 'github', repository, author: flags.author ?? workflowAuthor },
      ...{ apiUrl: variable('GITHUB_API_URL') ?? 'https://api.github.com', tokenVariable: 'GITHUB_TOKEN' },
    };
  }
  if (variable('GITLAB_CI') !== undefined) {
    const project = required(session, 'CI_PROJECT_ID');
    return { place: { kind: 'gitlab', project }, apiUrl: required(session, 'CI_API_V4_URL'), tokenVariable: 'GITLAB_TOKEN' };
  }
  throw usageFailure('this is no run of GitHub Actions or GitLab CI/CD', 'neither GITHUB_ACTIONS nor GITLAB_CI is set');
}

function required(session: Session, name: string): string {
  const value = session.io.environment[name] ?? '';
  if (value !== '') return value;
  throw usageFailure(`${name} is missing`, 'the forge sets it in every run');
}

/** Number of the pull request or merge request that this run is about. */
export function requestNumber({ io: { environment } }: Session): number {
  const text = /^refs\/pull\/(\d+)\//.exec(environment.GITHUB_REF ?? '')?.[1] ?? environment.CI_MERGE_REQUEST_IID ?? '';
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw usageFailure('this run is not about a pull request or merge request', 'GITHUB_REF and CI_MERGE_REQUEST_IID name none');
}

/** Configuration and environment as one name: `docform`, `docform/production`. */
export async function targetName({ settings }: Session, { name = 'docform' }: ForgeFlags): Promise<string> {
  const { targetPattern } = await import('../library/index.ts');
  const target = settings.environmentName === undefined ? name : `${name}/${settings.environmentName}`;
  if (targetPattern.test(target)) return target;
  throw usageFailure(`${target} cannot be the name of a target`, 'letters, digits, dots, hyphens and underscores may be in it');
}
