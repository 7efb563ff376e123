/** Styles, scripts and the icon of the page. */
import { shippedText } from '../../disk/shipped-text.ts';

export interface Asset {
  contentType: string;
  body: string;
}

const contentTypes: { [ending: string]: string } = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

export const assetNames: readonly string[] = [
  'layout.css',
  'parts.css',
  'page.js',
  'base.js',
  'refresh.js',
  'log.js',
  'icon.svg',
];
/** Assets that plan reports also use. */
export const markupAssetNames: readonly string[] = ['palette.css', 'unseen.css', 'picture.css', 'changes.css'];

const read = new Map<string, Asset>();

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
