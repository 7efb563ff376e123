/** The error of an edit that cannot be done without losing something, with the reason for people. */
export class EditRefusal extends Error {
  override readonly name = 'EditRefusal';
}
