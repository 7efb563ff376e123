/** The version of this docform, as its package says it. */
import manifest from '../../package.json' with { type: 'json' };

export function version(): string {
  return manifest.version;
}
