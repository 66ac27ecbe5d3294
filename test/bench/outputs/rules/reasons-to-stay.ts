/** A reason to keep rules of a section, whatever the labelled outputs say. `name` matches the names of these rules. */
interface Reason {
  readonly group: string;
  readonly name: RegExp;
  readonly why: string;
}

const safety = (group: string, name: RegExp): Reason => ({ group, name, why: 'safety' });
const contract = (group: string, name: RegExp): Reason => ({ group, name, why: 'contract' });

const REASONS: readonly Reason[] = [
  // Failures whose message has no error word are only recognized by their record. A diff may quote any output.
  safety('Policies', /^(?:git-diff|go test|JUnit|ctest|tests|stack traces)$/),
  safety('Fields of policies', /: evidence\./),
  safety('Evidence of failed runs', /./),
  // docs/what-is-kept.md documents these, or a test of the engine fails without them.
  contract(
    'Policies',
    /^(?:git-index|http headers|jest|sanitizer|eslint|ls -R|git-branch|paths|markdown|assignments)$/,
  ),
  contract('Fields of policies', /: (?:records|headers|scoredBy)$/),
  contract('Fields of policies', /^(?:git-index|git-branch|git-blame|log|assignments): rows$/),
  contract('Fields of policies', /^(?:git-index|git-branch|http \w+|lcov|side by side|system calls|paths): marks$/),
  contract('Fields of policies', /^search: prior$/),
  contract('Marks', /^(?:BRANCHES|COVERAGE|HIDDEN|HTTP_HEADERS|INDEX_MODES|LISTS_COMPARED|TIMES|side by side) \d/),
  contract('Values that are asked for', /./),
  contract('Columns that are asked for', /^(?:1|2|5): /),
  contract(
    'Questions of order and amount',
    /^(?:how many|which are larger|both ends|bounds|a list whole|items of JSON)/,
  ),
  contract('Scores', /^(?:names that the question|every line|a marked heading|a mark of most)/),
  contract('Choice of lines', /^hundreds of similar/),
  // Documented as complete lists: the letters of git, the modes of files, the codes of HTTP and the states of processes
  // and tests.
  contract('Marks', /^(?:FILE_STATES|FILE_MODES|LOG_MARKS|PROCESS_STATES|TEST_STATES) \d/),
  // One line of code serves several policies, and one of them needs it.
  { group: 'Fields of policies', name: /: (?:rows|marks)$|: marks\./, why: 'shared' },
];

/** Returns why a rule stays even if it changes nothing; undefined if only the labelled outputs decide. */
export function reasonToStay(group: string, name: string): string | undefined {
  return REASONS.find((reason) => reason.group === group && reason.name.test(name))?.why;
}
