/** Draws `docs/plan.png`, the report in the README, with `npx tsx test/docs/picture.ts` and an installed Chromium. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { htmlAssets } from '../../src/cli/planning/html-report.ts';
import { planHtml } from '../../src/report/html/document.ts';
import { launchBrowser } from '../page/browser.ts';
import { planRestructure } from '../report/restructure.ts';
import { projectDirectory } from '../support/sources.ts';

const file = 'docs/plan.png';
const width = 1120;

/** The high-risk changes and the navigation. The report contains the other parts. */
const excerpt = `
  main > section:not(#high-risk, #navigation), .facts, .top nav { display: none }
  main > section { margin-top: 1.5rem }
  main { padding-bottom: 1.5rem }
  .top { padding-top: 1.25rem }`;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Four bytes for each pixel, as base64. */
  readonly data: string;
}

/** Runs in the browser. */
const pixelsOf = `async (picture) => {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + picture)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let text = '';
  for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
  return { width: image.width, height: image.height, data: btoa(text) };
}`;

/** Uses at most 256 colours, which saves two thirds of the bytes without a visible difference. */
function png({ width: wide, height, data }: Pixels): Buffer {
  const bytes = Buffer.from(data, 'base64');
  const colours = Array.from({ length: wide * height }, (_, at) => bytes.readUInt32BE(at * 4) >>> 8);
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const palette = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([colour]) => colour)
    .slice(0, 256);
  const places = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));
  const rows = Buffer.alloc((wide + 1) * height);
  for (const [at, colour] of colours.entries()) rows[at + Math.floor(at / wide) + 1] = places.get(colour) ?? 0;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(wide, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const table = Buffer.from(palette.flatMap(channels));
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('PLTE', table),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function channels(colour: number): readonly [number, number, number] {
  return [colour >>> 16, (colour >>> 8) & 255, colour & 255];
}

function nearest(palette: readonly number[], colour: number): number {
  const wanted = channels(colour);
  const far = palette.map((each) =>
    channels(each).reduce((sum, value, at) => sum + (value - (wanted[at] ?? 0)) ** 2, 0),
  );
  return far.indexOf(Math.min(...far));
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

async function main(): Promise<void> {
  const { plan, requests, digest } = await planRestructure();
  const text = planHtml({ ...plan, organization: 'acme' }, { assets: htmlAssets(), requests, digest });
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width, height: 800 }, bypassCSP: true });
  const page = await context.newPage();
  await page.setContent(text);
  await page.addStyleTag({ content: excerpt });
  const shot = await page.screenshot({ fullPage: true });
  const picture = png((await page.evaluate(`(${pixelsOf})(${JSON.stringify(shot.toString('base64'))})`)) as Pixels);
  await browser.close();
  writeFileSync(join(projectDirectory, file), picture);
  console.log(`${file}: ${picture.length} bytes`);
}

await main();
