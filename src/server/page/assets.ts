/** The files that pages ask for: its styles, its scripts, one picture. */
import { shippedText } from '../shipped-text.ts';

export interface Asset {
  readonly contentType: string;
  readonly body: string;
}

const contentTypes: { readonly [ending: string]: string } = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** What of the folder `assets` is handed out; nothing else of the disk ever is. */
export const assetNames: readonly string[] = ['layout.css', 'parts.css', 'page.js', 'base.js', 'refresh.js', 'log.js', 'icon.svg'];

const read = new Map<string, Asset>();

/** The asset by what follows `/_platform/`. */
export function assetAt(path: string): Asset | undefined {
  if (!assetNames.includes(path)) return undefined;
  const asset = read.get(path) ?? {
    contentType: contentTypes[path.split('.').at(-1) ?? ''] ?? 'text/plain',
    body: shippedText(`../server/page/assets/${path}`),
  };
  read.set(path, asset);
  return asset;
}
