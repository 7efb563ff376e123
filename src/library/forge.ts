/** Opens GitHub or GitLab for issues and comments of pipelines. */

import { ApiError } from '../core/docform-error.ts';
import { forgeError, type SendToForge } from '../forge/forge-requests.ts';
import type { ForgeRequestOptions } from '../remote/client/forge-requests.ts';

/** `author`: account that writes the issues. */
type ForgePlace =
  | { readonly kind: 'github'; readonly repository: string; readonly author: string }
  | { readonly kind: 'gitlab'; readonly project: string };

/** Sends no request. Throws DocformError if the URL is neither https nor loopback. Requests throw DocformError (E-FORGE). */
export async function openForge(place: ForgePlace, options: ForgeRequestOptions) {
  const { createForgeRequests } = await import('../remote/client/forge-requests.ts');
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
  401: 'the token is invalid or has expired',
  403: 'the token lacks a permission, or its rate limit is exceeded: check the permissions of the job, or the role of the token',
  404: 'the object does not exist, the token cannot see it, or issues are disabled for the project',
  410: 'issues are disabled for this repository',
  429: 'the rate limit is exceeded: run the command again later',
};

function refused(error: ApiError) {
  const { status, isAmbiguous } = error;
  const unclear = isAmbiguous ? ' The request may have succeeded; the next run checks this first.' : '';
  const hint =
    (status === undefined ? undefined : advice[status]) ?? 'the forge is not available: run the command again later';
  return forgeError(error.message.replaceAll('the platform', 'the forge') + unclear, hint, status);
}
