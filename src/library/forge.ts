/** Opens GitHub or GitLab for issues and comments of pipelines. */
import type { ForgeRequestOptions } from '../client/forge-requests.ts';
import { ApiError } from '../core/api-error.ts';
import type { DocformError } from '../core/docform-error.ts';
import { type Forge, forgeError, type SendToForge } from '../forge/forge.ts';

export type { Forge } from '../forge/forge.ts';
export {
  type Finding,
  type KeptComment,
  type KeptIssue,
  keepComment,
  keepIssue,
  type Remark,
  targetPattern,
} from '../forge/keep.ts';

/** `author`: account that writes the issues. */
export type ForgePlace =
  | { readonly kind: 'github'; readonly repository: string; readonly author: string }
  | { readonly kind: 'gitlab'; readonly project: string };

/** Sends no request. Throws DocformError if the URL is neither https nor loopback. Requests throw DocformError (E-FORGE). */
export async function openForge(
  place: ForgePlace,
  options: ForgeRequestOptions,
): Promise<{ readonly forge: Forge; readonly close: () => Promise<void> }> {
  const { createForgeRequests } = await import('../client/forge-requests.ts');
  const { send: sendOnce, close } = createForgeRequests(options);
  const send: SendToForge = (request) =>
    sendOnce(request).catch((error: unknown) => {
      throw error instanceof ApiError ? refused(error) : error;
    });
  if (place.kind === 'github') {
    const { createGithub } = await import('../forge/github.ts');
    return { forge: createGithub({ send, ...place }), close };
  }
  const { createGitlab } = await import('../forge/gitlab.ts');
  return { forge: createGitlab({ send, ...place }), close };
}

const advice: { readonly [status: number]: string } = {
  401: 'the token of the forge is not accepted, or has expired',
  403: 'the token of the forge may not do this, or its rate limit is used up: look at the permissions of the job, or at the role of the token',
  404: 'it is not there, or not visible to the token of the forge; issues may be turned off for the project',
  410: 'issues are turned off for this repository',
  429: 'the rate limit of the forge is used up: run it again later',
};

function refused(error: ApiError): DocformError {
  const { status, isAmbiguous } = error;
  const unclear = isAmbiguous ? ' It may have been done all the same; the next run looks before it does anything.' : '';
  const hint =
    (status === undefined ? undefined : advice[status]) ??
    'the forge is in trouble, or cannot be reached: run it again later';
  return forgeError(error.message.replaceAll('the platform', 'the forge') + unclear, hint, status);
}
