/** Secrets that are known before the configuration is read: in the environment and in the token file. */
import { resolve } from 'node:path';
import { readPlainFile } from '../disk/files.ts';
import type { Io } from './io.ts';
import type { Settings } from './settings.ts';

export const mostTokenBytes = 64 * 1024;

const wholeSecrets = ['DOCFORM_TOKEN', 'GITHUB_TOKEN', 'GITLAB_TOKEN', 'PGPASSWORD', 'TF_HTTP_PASSWORD'];

const addresses = [
  ...['DOCFORM_API_URL', 'DOCFORM_PLATFORM_URL', 'DOCFORM_BACKEND', 'TF_HTTP_LOCK_ADDRESS', 'TF_HTTP_UNLOCK_ADDRESS'],
  ...['GITHUB_API_URL', 'CI_API_V4_URL'],
  ...['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy'],
];

export function secretsOfEnvironment(environment: Io['environment']): readonly string[] {
  const whole = wholeSecrets.map((name) => environment[name]?.trim());
  const found = [...whole, ...addresses.flatMap((name) => passwordsIn(environment[name]))];
  return found.filter((secret): secret is string => secret !== undefined && secret !== '');
}

/** Skips pipes and stdin, which can be read only once. */
export function secretOfTokenFile({ tokenFile, directory }: Pick<Settings, 'tokenFile' | 'directory'>) {
  if (tokenFile === undefined || tokenFile === '-') return [];
  const read = readPlainFile(resolve(directory, tokenFile), mostTokenBytes);
  const text = 'text' in read ? read.text.trim() : '';
  return text === '' ? [] : [text];
}

/** Returns passwords encoded and decoded, also from text that is not a valid URL. */
function passwordsIn(address: string | undefined): readonly (string | undefined)[] {
  if (address === undefined) return [];
  const written = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^:@]*:(.+)@/is.exec(address)?.[1] ?? '';
  if (!URL.canParse(address)) return [written, decoded(written)];
  const url = new URL(address);
  return [
    written,
    decoded(written),
    url.password,
    decoded(url.password),
    url.searchParams.get('password') ?? undefined,
  ];
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
