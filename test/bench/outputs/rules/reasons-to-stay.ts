/** A rule that stays whatever the labelled outputs say, by its section and name, and why. */
interface Reason {
  readonly group: string;
  readonly name: RegExp;
  readonly why: string;
}

const REASONS: readonly Reason[] = [
  // Errors, failing tests and the rest of the evidence are never lost, in outputs that no one has labelled too.
  { group: 'Fields of policies', name: /: evidence\./, why: 'safety' },
];

/** Returns why a rule stays even if it changes nothing; undefined if only the labelled outputs decide. */
export function reasonToStay(group: string, name: string): string | undefined {
  return REASONS.find((reason) => reason.group === group && reason.name.test(name))?.why;
}
