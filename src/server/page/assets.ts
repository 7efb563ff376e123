/** The files that pages ask for: its styles, its scripts, one picture. */
import { shippedText } from '../../disk/shipped-text.ts';

export interface Asset {
  readonly contentType: string;
  readonly body: string;
}

const contentTypes: { readonly [ending: string]: string } = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** What of the two folders of assets is handed out; nothing else of the disk ever is. */
export const assetNames: readonly string[] = [
  'layout.css',
  'parts.css',
  'page.js',
  'base.js',
  'refresh.js',
  'log.js',
  'icon.svg',
];
/** What the report of a plan is drawn with as well. */
export const markupAssetNames: readonly string[] = ['palette.css', 'unseen.css', 'picture.css', 'changes.css'];

const read = new Map<string, Asset>();

/** The asset by what follows `/_platform/`. */
export function assetAt(path: string): Asset | undefined {
  const folder = assetNames.includes(path) ? 'server/page' : markupAssetNames.includes(path) ? 'markup' : undefined;
  if (folder === undefined) return undefined;
  const asset = read.get(path) ?? {
    contentType: contentTypes[path.split('.').at(-1) ?? ''] ?? 'text/plain',
    body: shippedText(`${folder}/assets/${path}`),
  };
  read.set(path, asset);
  return asset;
}
