/** What the reference says of a kind as a whole: how its objects are found, made, ordered and deleted. */
import { type KindShape, manyTitles, oneTitle, type Shapes } from '../kinds/shape.ts';
import { code, sentence } from './words.ts';

function foundWords({ naturalKeys, narrowedBy, key, singleton }: KindShape): readonly string[] {
  if (singleton) return ['There is exactly one'];
  const names = naturalKeys.map((fields) => fields.map(code).join(' and ')).join(', else by ');
  const narrowed = narrowedBy === undefined ? '' : `, and among several by ${code(narrowedBy)}`;
  const keys = key === 'name' ? 'The key is a name of your own' : `The key is its ${code(key.field)}`;
  return [keys, `Where the ledger does not know it, it is found by ${names}${narrowed}`];
}

function makingWords(
  { missing, createNeeds, companionOf, firstCompanion, bornAs, restorable }: KindShape,
  shapes: Shapes,
): readonly string[] {
  const titleOf = (kind: string) => oneTitle(shapes.get(kind) ?? { title: kind });
  const along = companionOf === undefined ? '' : `, or comes along with a new ${shapes.get(companionOf.container)?.title}`;
  return [
    ...(missing === 'waiting' ? ['docform cannot make one: who is declared and not there is waited for'] : []),
    ...(missing === 'blocked' ? ['docform cannot make one: one that is not there blocks the plan for it'] : []),
    ...(createNeeds === undefined ? [] : [`A new one needs ${code(createNeeds)}${along}`]),
    ...(firstCompanion === undefined ? [] : [`Making one makes ${titleOf(firstCompanion)} as well, the first that is declared`]),
    ...(bornAs === undefined ? [] : [`Of a new one: ${bornAs}`]),
    ...(restorable ? ['One that is in the trash is restored instead of made anew'] : []),
  ];
}

function deletingWords(shape: KindShape): readonly string[] {
  const { undeletable, protectedByDefault, pruneMustBeNamed, loss, deletedEmpty, lastStays, keepsOne, keepsOneInEach } = shape;
  return [
    ...(undeletable ? ['It is never deleted: one that is no longer declared is only let go'] : []),
    ...(loss === undefined ? [] : [`What a delete costs: ${loss}`]),
    ...(protectedByDefault ? ['Protected unless `policy.protect` says otherwise'] : []),
    ...(pruneMustBeNamed ? [`\`prune: all\` reaches them only where it names ${code(shape.segment)}`] : []),
    ...(deletedEmpty ? ['The platform deletes only an empty one'] : []),
    ...(lastStays ? ['The last one of its container cannot be deleted'] : []),
    ...(keepsOne ? [`At least one must keep ${code(`${keepsOne.field}: ${keepsOne.value}`)}`] : []),
    ...(keepsOneInEach ? [`At least one in each list must keep ${code(`${keepsOneInEach.field}: ${keepsOneInEach.value}`)}`] : []),
  ];
}

export function kindWords(shape: KindShape, shapes: Shapes): string {
  const { shorthand, replacesWhole, bulk } = shape;
  return [
    ...foundWords(shape),
    ...(shorthand === undefined ? [] : [`A value alone stands for ${code(shorthand)}`]),
    ...makingWords(shape, shapes),
    ...(bulk ? [`All changes of one list travel in one request`] : []),
    ...(replacesWhole ? ['The platform replaces it as a whole: what nobody declares is sent back as it was'] : []),
    ...deletingWords(shape),
  ]
    .map((words) => `- ${sentence(words)}\n`)
    .join('');
}

export function headingOf(shape: KindShape): string {
  return sentence(shape.singleton ? shape.title : manyTitles(shape)).replace(/\.$/, '');
}
