import type * as z from 'zod';

/** An entry of FastAPI's 422 answer. `type` and `msg` are Pydantic v2's if it has a term for the case. */
export interface ValidationDetail {
  readonly type: string;
  /** Begins with "body"; then keys and 0-based indexes, or the offset of the JSON syntax error. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  /** A short excerpt of the input, never the whole. */
  readonly input: unknown;
}

const EXCERPT = 80;
/** Max entries of one answer; the last one then gives the total. */
const MAX_DETAILS = 100;

const cut = (text: string): string => (text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text);

function excerpt(value: unknown): unknown {
  if (typeof value === 'string') return cut(value);
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return cut(`object with ${firstKeys(value).join(', ')}`);
  return value ?? null;
}

function firstKeys(value: object): string[] {
  const keys: string[] = [];
  for (const key in value) {
    keys.push(key);
    if (keys.length === EXCERPT) break;
  }
  return keys;
}

type Said = readonly [type: string, msg: string];

function sayType(expected: string, input: unknown): Said {
  if (input === undefined) return ['missing', 'Field required'];
  const parsing = typeof input === 'string';
  switch (expected) {
    case 'string':
      return ['string_type', 'Input should be a valid string'];
    case 'number':
      return parsing
        ? ['float_parsing', 'Input should be a valid number, unable to parse string as a number']
        : ['float_type', 'Input should be a valid number'];
    case 'int':
      return ['int_from_float', 'Input should be a valid integer, got a number with a fractional part'];
    case 'boolean':
      return parsing
        ? ['bool_parsing', 'Input should be a valid boolean, unable to interpret input']
        : ['bool_type', 'Input should be a valid boolean'];
    case 'array':
      return ['list_type', 'Input should be a valid list'];
    default:
      return ['model_attributes_type', 'Input should be a valid dictionary or object to extract fields from'];
  }
}

function say(issue: z.core.$ZodIssue): Said {
  switch (issue.code) {
    case 'invalid_type':
      return sayType(issue.expected, issue.input);
    case 'invalid_value': {
      if (issue.input === undefined) return sayType('', issue.input);
      const allowed = issue.values
        .map((value) => `'${String(value)}'`)
        .join(', ')
        .replace(/, (?=[^,]*$)/, ' or ');
      return ['literal_error', `Input should be ${allowed}`];
    }
    case 'too_small':
      if (issue.origin === 'array') {
        return ['too_short', `List should have at least ${issue.minimum} item after validation`];
      }
      return issue.inclusive
        ? ['greater_than_equal', `Input should be greater than or equal to ${issue.minimum}`]
        : ['greater_than', `Input should be greater than ${issue.minimum}`];
    case 'too_big':
      return ['less_than_equal', `Input should be less than or equal to ${issue.maximum}`];
    default:
      return ['value_error', issue.message];
  }
}

/**
 * Converts zod's issues to FastAPI's form. Parse with `reportInput: true`. Returns at most `MAX_DETAILS` entries; if
 * there are more, the last one gives the total.
 */
export function toValidationDetails({ issues }: z.ZodError): ValidationDetail[] {
  if (issues.length <= MAX_DETAILS) return issues.map(toDetail);
  const msg = `${issues.length} problems in total, the first ${MAX_DETAILS - 1} are listed`;
  const more: ValidationDetail = { type: 'too_many_errors', loc: ['body'], msg, input: null };
  return [...issues.slice(0, MAX_DETAILS - 1).map(toDetail), more];
}

function toDetail(found: z.core.$ZodIssue): ValidationDetail {
  const issue = ofField(found);
  const [type, msg] = say(issue);
  return { type, loc: ['body', ...issue.path.map(toLoc)], msg, input: excerpt(issue.input) };
}

/** Moves a discriminated union's issue to the discriminating field, because zod reports the containing object. */
function ofField(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.discriminator === undefined || issue.inclusive === false) return issue;
  const input = (issue.input as Readonly<Record<string, unknown>>)[issue.discriminator];
  return { code: 'invalid_value', values: issue.options ?? [], path: issue.path, message: issue.message, input };
}

const toLoc = (key: PropertyKey): string | number => (typeof key === 'symbol' ? String(key) : key);

/** Returns the single detail for a body that is not a JSON object. */
export function bodyDetail(type: string, msg: string, input: unknown, at?: number): ValidationDetail[] {
  return [{ type, loc: at === undefined ? ['body'] : ['body', at], msg, input: excerpt(input) }];
}
